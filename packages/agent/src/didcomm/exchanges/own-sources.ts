import type { CredentialSource, Question } from '../../port/agent.ts'
import { AgentError } from '../../port/errors.ts'
import type { DefinitionRow } from '../../port/storage.ts'
import { type PublishedObjects, Unresolvable } from '../registry/published-objects.ts'

interface Own {
  objects: Pick<PublishedObjects, 'schema' | 'checkIssuer'>
  definition: (key: string) => Promise<DefinitionRow | undefined>
}

/**
 * A proof is asked for with our own credentials only: nothing of anybody else is fetched or checked here, so no proof of it
 * could ever count. Throws `invalid` when a source names another's definition, type or issuer.
 * @returns the identifiers of the definitions that are named, by their keys
 */
export async function ownSources(question: Question, own: Own): Promise<ReadonlyMap<string, string>> {
  const sources = [question.show, question.prove].flatMap((asked) => Object.values(asked).flatMap(({ of }) => of))
  const named = (part: keyof CredentialSource) => [...new Set(sources.flatMap((source) => source[part] ?? []))]
  try {
    const [definitionIds] = await Promise.all([
      Promise.all(
        named('definitionKey').map(async (key) => {
          const definition = await own.definition(key)
          if (!definition) throw new Unresolvable('There is no such definition of ours')
          return [key, definition.credentialDefinitionId] as const
        }),
      ),
      ...named('typeId').map((id) => own.objects.schema(id)),
      ...named('issuer').map((did) => own.objects.checkIssuer(did)),
    ])
    return new Map(definitionIds)
  } catch (error) {
    if (!(error instanceof Unresolvable)) throw error
    throw new AgentError('invalid', 'Only credentials that this issuer has issued can be asked for.', { cause: error })
  }
}
