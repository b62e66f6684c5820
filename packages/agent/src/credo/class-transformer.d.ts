/** Where the library keeps its rules; it describes it, but not at the place from which it can be imported. */
declare module 'class-transformer/cjs/storage.js' {
  export const defaultMetadataStorage: object
}
