/** Id of the demo's root element. */
export const demoRootId = 'demo'
