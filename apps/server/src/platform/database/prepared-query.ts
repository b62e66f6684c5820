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

type RowOf<Query> = Query extends Compilable<infer Row> ? Row : never

/** A frequent query whose text is made once, because making it would take longer than running it. */
export class PreparedQuery<Given extends object, Query extends Compilable> {
  /** The query, also as a part of another one. */
  readonly build: (database: Database, given: Given) => Query
  #query: CompiledQuery<RowOf<Query>> | undefined

  /** @param build the query; it must only pass on what is given, and look at none of it */
  constructor(build: (database: Database, given: Given) => Query) {
    this.build = build
  }

  /** @param database or a transaction of it */
  run(database: Database, given: Given): Promise<QueryResult<RowOf<Query>>> {
    this.#query ??= this.build(database, placeholders as Given).compile() as CompiledQuery<RowOf<Query>>
    const { parameters } = this.#query
    return database.executeQuery<RowOf<Query>>({
      ...this.#query,
      parameters: parameters.map((value) => (value instanceof Placeholder ? given[value.name as keyof Given] : value)),
    })
  }

  /** The first row, if there is one. */
  async one(database: Database, given: Given): Promise<RowOf<Query> | undefined> {
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
