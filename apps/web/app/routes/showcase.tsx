import { Outlet } from 'react-router'

/** What the demo's pages share and the marketing pages do without. */
export default function Showcase() {
  return <Outlet />
}
