export { ConfirmedPersonScreen as default } from '../../features/confirmed-person/confirmed-person-screen.tsx'
