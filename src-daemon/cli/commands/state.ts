import type { Command } from 'commander'
import type { SearchResult } from '../../contract/state-search.ts'
import {
  asmQuerySchema,
  jsonObjectSchema,
  type JsonRecord,
  type QueryExplanation,
} from '../../contract/state.ts'
import { nearestName } from '../../platform/nearest-name.ts'
import { columns, jsonText, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { readJsonArgument } from './files.ts'
import { addStateHistoryCommands } from './state-history.ts'
import { addStateLifecycleCommands } from './state-lifecycle.ts'
import { addStateProofsCommands } from './state-proofs.ts'
import { addStateSchemaCommands } from './state-schemas.ts'
import { addStateSchemaSourceCommands } from './state-schema-sources.ts'
import { addStateSyncCommands } from './state-sync.ts'

/** `satchel state scopes|query|search|get|create|update|delete`, and the commands of the other `state-*` files. */
export const addStateCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session } = deps
  const state = program.command('state').description(text('cli_state'))

  state
    .command('scopes')
    .description(text('cli_state_scopes'))
    .action(async () => {
      const { withDaemon, output } = session()
      const scopes = await withDaemon((api) => api.state.scopes.query())
      output.result(scopes, () => {
        const rows = scopes.flatMap((scope) =>
          scope.schemas.map((schema) => [
            scope.scope,
            schema.schemaUri,
            String(schema.count),
            `${String(schema.bytes)} B`,
          ]),
        )
        for (const line of columns(rows)) output.line(line)
      })
    })

  state
    .command('query')
    .description(text('cli_state_query'))
    .argument('[query]', 'ASM-QL, JSON or @file')
    .option('--from <schema>')
    .option('--where <json>')
    .option('--limit <n>')
    .option('--explain', text('cli_state_query_explain'))
    .action(async (query: string | undefined, options: QueryOptions) => {
      const { withDaemon, output } = session()
      const asked = asmQuerySchema.required({ from: true }).parse({
        ...(query === undefined ? {} : framed(jsonObjectSchema.parse(readJsonArgument(query)))),
        ...(options.from === undefined ? {} : { from: options.from }),
        ...(options.where === undefined ? {} : { where: readJsonArgument(options.where) }),
        ...(options.limit === undefined ? {} : { limit: Number(options.limit) }),
        ...(options.explain === true && { explain: true }),
      })
      const found = await withDaemon((api) => api.state.query.query(asked))
      output.result(found, () => {
        const shown = found.groups ?? found.items.map(({ object }) => object)
        for (const one of shown) output.line(jsonText(one))
        if (shown.length === 0) output.say('cli_none')
        if (found.cursor !== null) output.say('cli_state_more', { cursor: found.cursor })
        if (found.explain !== undefined) sayExplanation(output, found.explain)
      })
    })

  state
    .command('search')
    .description(text('cli_state_search'))
    .argument('<words...>')
    .option('--limit <n>')
    .action(async (words: string[], options: { limit?: string }) => {
      const { withDaemon, output } = session()
      const limit = options.limit === undefined ? undefined : Number(options.limit)
      const result = await withDaemon((api) => api.state.search.query({ words: words.join(' '), limit }))
      output.result(result, () => {
        saySearch(output, result)
      })
    })

  state
    .command('get')
    .description(text('cli_state_get'))
    .argument('<schema>')
    .argument('<id>')
    .action(async (schemaUri: string, id: string) => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) => api.state.get.query({ schemaUri, id }))
      output.result(found, () => {
        output.lines(jsonText(found.object, 2))
      })
    })

  state
    .command('create')
    .description(text('cli_state_create'))
    .argument('<schema>')
    .argument('<json>')
    .action(async (schemaUri: string, json: string) => {
      const { withDaemon, output } = session()
      const object = jsonObjectSchema.parse(readJsonArgument(json))
      const made = await withDaemon((api) => api.state.create.mutate({ schemaUri, object }))
      output.result(made, () => {
        output.lines(jsonText(made.object.object, 2))
      })
    })

  state
    .command('update')
    .description(text('cli_state_update'))
    .argument('<schema>')
    .argument('<id>')
    .argument('<patch>')
    .option('--if-version <hash>')
    .action(async (schemaUri: string, id: string, patch: string, options: { ifVersion?: string }) => {
      const { withDaemon, output } = session()
      const input = { schemaUri, id, patch: readJsonArgument(patch), ifVersion: options.ifVersion }
      const made = await withDaemon((api) => api.state.update.mutate(input))
      output.result(made, () => {
        output.lines(jsonText(made.object.object, 2))
      })
    })

  state
    .command('delete')
    .description(text('cli_state_delete'))
    .argument('<schema>')
    .argument('<id>')
    .option('--hard', text('cli_hard'))
    .action(async (schemaUri: string, id: string, options: { hard?: boolean }) => {
      const { withDaemon, output } = session()
      const mode = options.hard === true ? 'hard' : 'soft'
      const change = await withDaemon((api) => api.state.delete.mutate({ schemaUri, id, mode }))
      output.result(change, () => {
        output.line(change.objectId)
      })
    })

  addStateHistoryCommands(state, deps)
  addStateProofsCommands(state, deps)
  addStateLifecycleCommands(state, deps)
  addStateSyncCommands(state, deps)
  addStateSchemaCommands(state, deps)
  addStateSchemaSourceCommands(state, deps)
}

const saySearch = (output: Output, { hits, found, complete }: SearchResult): void => {
  for (const { title, snippet, schemaUri, id } of hits) {
    output.line(`${title || id}  ${schemaUri}  ${id}`)
    if (snippet.length > 0) output.line(`    ${snippet.map(({ text }) => text).join('')}`)
  }
  if (hits.length === 0) output.say('cli_none')
  if (found > hits.length) output.say('cli_state_search_more', { count: found - hits.length })
  if (!complete) output.say('cli_state_search_incomplete')
}

interface QueryOptions {
  readonly from?: string
  readonly where?: string
  readonly limit?: string
  readonly explain?: boolean
}

/** A bare filter as a query; what looks like a misspelt member of one is left for the daemon to refuse. */
const framed = (query: JsonRecord): JsonRecord => {
  const members = Object.keys(asmQuerySchema.shape)
  const isFilter = Object.keys(query).every(
    (name) => !members.includes(name) && nearestName(name, members) === null,
  )
  return isFilter ? { where: query } : query
}

const sayExplanation = (output: Output, explained: QueryExplanation): void => {
  const { plan, indexes, rowsRead, milliseconds, budget, suggestions } = explained
  for (const line of plan) output.line(line)
  const lists = { indexes: indexes.join(', '), suggestions: suggestions.join(', ') }
  if (indexes.length > 0) output.say('cli_state_explained_indexes', { fields: lists.indexes })
  output.say('cli_state_explained', {
    rows: rowsRead,
    milliseconds: Math.round(milliseconds),
    mostRows: budget.rows,
    mostMilliseconds: budget.milliseconds,
  })
  if (suggestions.length > 0) output.say('cli_state_explained_suggestions', { fields: lists.suggestions })
}
