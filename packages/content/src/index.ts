export * from './content.ts'
export { ContentError } from './content-error.ts'
