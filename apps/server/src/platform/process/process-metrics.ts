import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { ConfigError } from '../../config.ts'

/** Metrics of this process for Prometheus; modules add their own. */
export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/**
 * Serves the metrics on their own port, by default for this machine only. If it is taken, another one is chosen and
 * logged: that is no reason not to serve visitors.
 * @returns a function that stops it
 */
export async function serveMetrics(
  registry: Registry,
  host: string,
  port: number,
  logger: Logger,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    void readable(registry, logger).then((text) =>
      response.writeHead(200, { 'content-type': registry.contentType }).end(text),
    )
  })
  const listen = (wanted: number) => once(server.listen(wanted, host), 'listening')
  await listen(port).catch(async () => {
    await listen(0).catch(() => {
      throw new ConfigError(`Metrics can't be served on ${host}: let METRICS_HOST be an address of this machine.`)
    })
    logger.warn(
      { port: (server.address() as AddressInfo).port },
      `The metrics port ${port} is taken, so another one is used`,
    )
  })
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** All metrics as text; one that can't be read is left out. */
async function readable(registry: Registry, logger: Logger): Promise<string> {
  const texts = registry.getMetricsAsArray().map(({ name }) =>
    registry.getSingleMetricAsString(name).catch((error) => {
      logger.error({ err: error, metric: name }, 'A metric could not be read')
      return ''
    }),
  )
  return `${(await Promise.all(texts)).filter(Boolean).join('\n\n')}\n`
}

/** Measures every request by its route, never by its address with ids in it. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}
