/** Of the element that the demo fills. */
export const demoRootId = 'demo'
