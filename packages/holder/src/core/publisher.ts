/** The DID that published a resource: the beginning of its identifier. */
export const publisherOf = (id: string): string => id.split('/', 1)[0] ?? ''
