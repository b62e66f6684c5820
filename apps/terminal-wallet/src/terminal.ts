import { createInterface } from 'node:readline'
import { t } from './texts.ts'

/** The conversation with the person: says things, asks one question at a time, hands over lines that answer nothing. */
export class Terminal {
  private readonly lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '' })
  private readonly questions: { description: string; question: string; answer: (line?: string) => void }[] = []
  private takeLine: (line: string) => void = () => undefined
  private ended = false

  constructor() {
    this.lines.on('line', (line) => {
      const asked = this.questions.shift()
      if (!asked) return this.takeLine(line.trim())
      asked.answer(line.trim())
      this.askNext()
    })
    this.lines.once('close', () => {
      this.ended = true
      for (const { answer } of this.questions.splice(0)) answer()
    })
  }

  onLine(take: (line: string) => void) {
    this.takeLine = take
  }

  /** Ctrl-C. */
  onInterrupt(listener: () => void) {
    this.lines.once('SIGINT', listener)
  }

  /** The input has ended. */
  onEnd(listener: () => void) {
    if (this.ended) listener()
    else this.lines.once('close', listener)
  }

  say(text: string) {
    const [waiting] = this.questions
    process.stdout.write(`\n${text}\n${waiting ? `\n${waiting.question} ` : ''}`)
  }

  /** Whether the person agrees; undefined when the input has ended. */
  async agrees(description: string, question: string): Promise<boolean | undefined> {
    const line = await this.asks(description, t('yes-or-no', { question }))
    if (line === undefined) return undefined
    if (/^y(es)?$/i.test(line)) return true
    if (/^no?$/i.test(line)) return false
    return this.agrees(t('answer-yes-or-no'), question)
  }

  /** The person's words; undefined when the input has ended. */
  async asks(description: string, question: string): Promise<string | undefined> {
    if (this.ended) return undefined
    return new Promise((answer) => {
      this.questions.push({ description, question, answer })
      if (this.questions.length === 1) this.askNext()
    })
  }

  close() {
    this.lines.close()
  }

  private askNext() {
    const [next] = this.questions
    if (next) process.stdout.write(`\n${next.description}\n${next.question} `)
  }
}
