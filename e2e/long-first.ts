import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that take half a minute or more. */
const long =
  /\/(in-view(-characters)?|nurse|odd-path|presses|revocation|small-business-owner|starting|worker-processes)\.test\.ts$/

/** Vitest begins with the largest files. Long ones follow at once, so that none of them runs on alone at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
