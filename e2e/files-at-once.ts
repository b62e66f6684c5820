/** So many test files run side by side, each on data and a port of its own. */
export const filesAtOnce = 2
