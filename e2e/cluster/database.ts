/**
 * The PostgreSQL of journeys that run on two servers behind nginx: `npm run long -- cluster-journeys` starts one and
 * sets it.
 */
export const clusterDatabase = process.env.TEST_CLUSTER

export const clusterSettings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  STORE_KEY: 'the same for all servers of a test',
})
