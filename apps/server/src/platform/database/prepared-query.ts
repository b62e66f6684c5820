import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import type { Database } from './database.ts'

/** Stands for a value while the text of a query is made. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

/**
 * A query that runs so often that putting its text together would take longer than running it. Its text is made once, by
 * the query layer as any other.
 */
export class PreparedQuery<Given extends object, Row> {
  readonly #build: (database: Database, given: Given) => Compilable<Row>
  #query: CompiledQuery<Row> | undefined

  /** @param build the query; it must only pass on what is given, and look at none of it */
  constructor(build: (database: Database, given: Given) => Compilable<Row>) {
    this.#build = build
  }

  /** @param database or a transaction of it */
  run(database: Database, given: Given): Promise<QueryResult<Row>> {
    this.#query ??= this.#build(database, placeholders as Given).compile()
    const { parameters } = this.#query
    return database.executeQuery<Row>({
      ...this.#query,
      parameters: parameters.map((value) => (value instanceof Placeholder ? given[value.name as keyof Given] : value)),
    })
  }

  /** The first row, if there is one. */
  async one(database: Database, given: Given): Promise<Row | undefined> {
    return (await this.run(database, given)).rows[0]
  }
}

/** A query for each of a few cases, made when it is first asked for. */
export function preparedBy<Case extends unknown[], Query>(make: (...of: Case) => Query): (...of: Case) => Query {
  const made = new Map<string, Query>()
  return (...of) => {
    const name = of.join()
    const query = made.get(name) ?? make(...of)
    made.set(name, query)
    return query
  }
}
