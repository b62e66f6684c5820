import { useEffect, useState } from 'react'
import { ApiError, type Failure } from '../../api/api-error.ts'
import { t } from './texts.ts'
import type { LabAnswer, LabWorks } from './worker/lab-worker.ts'

/** The page's side of the lab's worker, which ends with the page. */
export class LabClient {
  #worker: Worker | undefined
  #last = 0
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()

  /** @throws ApiError with the code that a sentence goes by */
  do<Name extends keyof LabWorks>(work: Name, of: Parameters<LabWorks[Name]>[1]): ReturnType<LabWorks[Name]> {
    this.#worker ??= this.#open()
    const id = ++this.#last
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker?.postMessage({ id, work, of })
    }) as ReturnType<LabWorks[Name]>
  }

  readonly close = () => {
    this.#worker?.terminate()
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(failed({ code: 'page', message: '' }))
    this.#waiting.clear()
  }

  #open(): Worker {
    const worker = new Worker(new URL('../../worker.ts', import.meta.url), { type: 'module', name: 'lab' })
    worker.onmessage = ({ data }: MessageEvent<LabAnswer>) => {
      const waiting = this.#waiting.get(data.id)
      this.#waiting.delete(data.id)
      if ('failure' in data) waiting?.reject(failed(data.failure))
      else waiting?.resolve(data.result)
    }
    worker.onerror = this.close
    return worker
  }
}

function failed({ code, message }: Omit<Failure, 'temporary'>) {
  const words = code === 'no-webassembly' ? t('noWebAssembly') : message
  return new ApiError({ code, message: words, status: 0, temporary: true })
}

/** One for the page, for as long as it is shown. */
export function useLab(): LabClient {
  const [lab] = useState(() => new LabClient())
  useEffect(() => lab.close, [lab])
  return lab
}
