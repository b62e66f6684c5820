import { ConfigError } from './config.ts'

/** Runs a command of the operator to its end. A failure that the operator can mend is one sentence. */
export async function runCommand(command: () => Promise<void>): Promise<never> {
  try {
    await command()
    process.exit()
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

export const print = (text: string): boolean => process.stdout.write(`${text}\n`)
