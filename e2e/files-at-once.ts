import { clusterDatabase } from './cluster/database.ts'

/** So many test files run side by side, each on data and a port of its own. A cluster takes the room of two servers. */
export const filesAtOnce = clusterDatabase ? 1 : 4
