export type Report = ReturnType<typeof createReport>

/** Counts and prints steps; within a journey a failed step takes the later ones with it. */
export function createReport() {
  const counts = { passed: 0, failed: 0 }

  return {
    counts,
    async journey(title: string, steps: [name: string, work: () => Promise<void>][]): Promise<void> {
      console.log(title)
      let broken = false
      for (const [name, work] of steps) {
        const failure: string | undefined = broken ? 'not reached' : await work().then(() => undefined, sentence)
        broken ||= failure !== undefined
        counts[failure === undefined ? 'passed' : 'failed']++
        console.log(failure === undefined ? `  ✓ ${name}` : `  ✗ ${name}: ${failure}`)
      }
    },
  }
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error))
