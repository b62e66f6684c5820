import { AgentError } from '../../port/errors.ts'
import type { CredentialSource, Question } from '../../port/exchanges.ts'
import type { Definitions } from '../issuer/definitions.ts'
import { type PublishedObjects, Unresolvable } from '../registry/published-objects.ts'

interface Own {
  objects: Pick<PublishedObjects, 'schema' | 'checkIssuer'>
  definitions: Pick<Definitions, 'find'>
}

/**
 * Proofs ask for our own credentials only: no others are resolved here, so no proof of them could be valid.
 * Throws `invalid` when a source names another's definition, type or issuer.
 * @returns the identifiers of the definitions that are named, by their keys
 */
export async function ownSources(question: Question, own: Own): Promise<ReadonlyMap<string, string>> {
  const sources = [question.show, question.prove].flatMap((asked) => Object.values(asked).flatMap(({ of }) => of))
  const named = (part: keyof CredentialSource) => [...new Set(sources.flatMap((source) => source[part] ?? []))]
  try {
    const [definitionIds] = await Promise.all([
      Promise.all(
        named('definitionKey').map(async (key) => {
          const definition = await own.definitions.find(key)
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
