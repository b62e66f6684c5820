import workerpool from 'workerpool'

type Methods = Record<string, (task: never) => unknown>

/** The methods of a worker process, each of which says first which process it runs in, so that it can be ended. */
export function announced(methods: Methods): Methods {
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      (task: never) => {
        workerpool.workerEmit(process.pid)
        return method(task)
      },
    ]),
  )
}
