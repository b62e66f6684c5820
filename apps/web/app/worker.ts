/** The wallet's worker. Started as the lab's it loads that too, so that the two share their files. */
import './wallet/worker/wallet-worker.ts'

if (self.name === 'lab') loadLab().catch(reportError)

async function loadLab(): Promise<void> {
  const early: MessageEvent[] = []
  self.onmessage = (event) => void early.push(event)
  await import('./features/lab/worker/lab-worker.ts')
  for (const event of early) self.onmessage?.(event)
}
