import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler, SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import ts from 'typescript'
import { expect, test } from 'vitest'
import type { Database } from './database.ts'
import { PreparedQuery } from './prepared-query.ts'
import type { DatabaseSchema } from './schema.ts'

/** Of every query that it is given: the SQL. */
function database(kind: 'sqlite' | 'postgres') {
  const queries: string[] = []
  const [createAdapter, createQueryCompiler] =
    kind === 'sqlite'
      ? [() => new SqliteAdapter(), () => new SqliteQueryCompiler()]
      : [() => new PostgresAdapter(), () => new PostgresQueryCompiler()]
  const db: Database = new Kysely<DatabaseSchema>({
    dialect: {
      createAdapter,
      createQueryCompiler,
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('Nothing is asked of the tables')
      },
    },
    log: ({ query }) => void queries.push(query.sql),
  })
  return { db, queries }
}

test('has SQL of its own for each kind of database in one process', async () => {
  const find = new PreparedQuery((db, given: { id: string }) =>
    db.selectFrom('agentResources').select('json').where('id', '=', given.id),
  )
  const [sqlite, postgres] = [database('sqlite'), database('postgres')]
  for (const { db } of [sqlite, postgres, sqlite]) await find.run(db, { id: 'a' })
  expect(sqlite.queries).toEqual(Array(2).fill(expect.stringContaining('= ?')))
  expect(postgres.queries).toEqual([expect.stringContaining('= $1')])
})

const sources = join(import.meta.dirname, '../..')
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(sources, name), 'utf8') }))
  .filter(({ text }) => text.includes('new PreparedQuery('))

test.each(files)('queries of $name pass on what is given, and look at none of it', ({ text }) => {
  const { queries, looks } = lookedAt(text)
  expect(queries).toBe(text.split('new PreparedQuery(').length - 1)
  expect(looks).toEqual([])
})

test.each([
  ['(database, given) => (given.id ? database : other)', 'given.id'],
  ['(database, { id }) => database.where("id", "=", id || 1)', 'id'],
  ['(database, given) => database.limit(given.limit + 1)', 'given.limit'],
  ['(database, given) => database.where("id", "=", given.id.trim())', 'given.id'],
  ['(database, given) => { if (given["id"] as string) return database }', 'given["id"] as string'],
  ['(database, given) => { const by = (id) => id === "a"; return database.where(by(given.id)) }', 'id'],
  ['(database, given) => imported(database, given.id)', 'given.id'],
  ['(database, given) => database.values({ ...given })', 'given'],
])('%s looks at %s', (query, look) => {
  expect(lookedAt(`new PreparedQuery(${query})`)).toEqual({ queries: 1, looks: [look] })
})

/** How many queries a source has, and the values that they do not merely pass on. */
function lookedAt(source: string): { queries: number; looks: string[] } {
  const file = ts.createSourceFile('queries.ts', source, ts.ScriptTarget.Latest, true)
  const arrows = nodesIn(file, ts.isArrowFunction)

  const looksAt = (name: ts.BindingName, body: ts.Node): string[] =>
    ts.isIdentifier(name)
      ? usesOf(name, body).flatMap(looks)
      : name.elements.flatMap((each) => (ts.isBindingElement(each) ? looksAt(each.name, body) : []))

  /** A value may be an argument of a method, a part of an object or a list, or stand in a tagged template. */
  const looks = (value: ts.Node): string[] => {
    const { parent } = value
    if (ts.isAsExpression(parent)) return looks(parent)
    if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) return []
    if (ts.isArrayLiteralExpression(parent)) return []
    if (ts.isTemplateSpan(parent) && ts.isTaggedTemplateExpression(parent.parent.parent)) return []
    if (!ts.isCallExpression(parent)) return [value.getText()]
    const { expression: called } = parent
    if (ts.isPropertyAccessExpression(called)) return []
    const ours = arrows.find(({ parent: it }) => ts.isVariableDeclaration(it) && it.name.getText() === called.getText())
    const parameter = ours?.parameters[parent.arguments.indexOf(value as ts.Expression)]
    return ours && parameter ? looksAt(parameter.name, ours.body) : [value.getText()]
  }

  const queries = nodesIn(file, ts.isNewExpression).filter(({ expression }) => expression.getText() === 'PreparedQuery')
  const found = queries.flatMap(({ arguments: [build] = [] }) => {
    const given = build && ts.isArrowFunction(build) && build.parameters[1]?.name
    if (!given) return []
    if (!ts.isIdentifier(given)) return looksAt(given, build.body)
    return usesOf(given, build.body).flatMap((use) => looks(isRead(use) ? use.parent : use))
  })
  return { queries: queries.length, looks: found }
}

function nodesIn<Kind extends ts.Node>(node: ts.Node, isKind: (node: ts.Node) => node is Kind): Kind[] {
  const found: Kind[] = isKind(node) ? [node] : []
  node.forEachChild((child) => void found.push(...nodesIn(child, isKind)))
  return found
}

const isRead = ({ parent }: ts.Node) => ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)

const usesOf = ({ text }: ts.Identifier, within: ts.Node): ts.Identifier[] =>
  nodesIn(within, ts.isIdentifier).filter((node) => {
    const isKey = ts.isPropertyAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent)
    return node.text === text && !(isKey && (node.parent as ts.PropertyAssignment).name === node)
  })
