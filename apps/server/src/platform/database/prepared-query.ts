import type { CompiledQuery, QueryResult } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './postgres.ts'

/** Stands for a value while the text of a query is made. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

/** A query as the builder or a template makes it. */
interface Compilable<Row = unknown> {
  compile(database: Database): CompiledQuery<Row>
}
type RowOf<Query> = Query extends Compilable<infer Row> ? Row : never

/** A frequent query whose text is made once, because making it would take longer than running it. */
export class PreparedQuery<Given extends object, Query extends Compilable> {
  /** The query, also as a part of another one. */
  readonly build: (database: Database, given: Given) => Query
  /** By the kind of database: each has its own SQL. */
  readonly #queries = new Map<boolean, CompiledQuery<RowOf<Query>>>()

  /** @param build the query; it must only pass on what is given, and look at none of it */
  constructor(build: (database: Database, given: Given) => Query) {
    this.build = build
  }

  /** @param database or a transaction of it */
  run(database: Database, given: Given): Promise<QueryResult<RowOf<Query>>> {
    const kind = isPostgres(database)
    const cached = this.#queries.get(kind)
    const query =
      cached ?? (this.build(database, placeholders as Given).compile(database) as CompiledQuery<RowOf<Query>>)
    if (!cached) this.#queries.set(kind, query)
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? given[value.name as keyof Given] : value,
    )
    return database.executeQuery<RowOf<Query>>({ ...query, parameters })
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
