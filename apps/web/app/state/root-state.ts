/** The store's state: `store/store.ts` adds its slices, so that thunks and selectors, which it imports, can name it. */
// biome-ignore lint/suspicious/noEmptyInterface: see above
export interface RootState {}
