// @ts-check
// How the commands are asked to stop.

/** By a service manager, by Ctrl-C, and by a terminal that is closed. */
export const stopSignals = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])

/** npm passes on only SIGTERM and SIGINT: where it ended by anything else, this process is asked to stop as well. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200).unref()
}
