import { toErrorView } from '../../../platform/errors.ts'
import type { IndexerStep } from '../../../registry/indexer/index.ts'
import type { ChainRegistry } from '../../../contract/settings.ts'
import type { Io } from '../../console/io.ts'
import { jsonText, writeText, type Output } from '../../console/output.ts'

/** Prints an indexer's steps, one per line: as text, or as a JSON object. */
export const stepPrinter = (output: Output, io: Io) => {
  /** The last block reported as fully indexed. */
  let upTo: number | null = null
  let isNew = true

  const print = (value: object, human: () => void): void => {
    if (output.json) writeText(io.stdout, `${jsonText(value)}\n`)
    else human()
  }

  const say = (step: IndexerStep): void => {
    const problemOf = (thrown: unknown) => {
      const { code, message: problem } = toErrorView(thrown, output.language)
      return { code, problem }
    }
    switch (step.kind) {
      case 'read':
        output.say('cli_registry_index_read', { from: step.from, to: step.to, events: step.events })
        return
      case 'verified':
        output.say('cli_registry_index_verified', { uri: uriOf(step) })
        return
      case 'refused':
        output.say('cli_registry_index_refused', { uri: uriOf(step), ...reasonOf(step) })
        return
      case 'waiting': {
        const seconds = Math.max(0, Math.round((step.at - Date.now()) / 1000))
        output.say('cli_registry_index_waiting', { uri: uriOf(step), seconds, ...reasonOf(step) })
        return
      }
      case 'reorganised':
        if (step.to === null) output.say('cli_registry_index_anew')
        else output.say('cli_registry_index_reorganised', { from: step.from, to: step.to })
        return
      case 'caught_up':
        output.say('cli_registry_index_caught_up', { block: step.block ?? '–' })
        return
      case 'failed':
        output.say('cli_registry_index_failed', {
          seconds: Math.round(step.ms / 1000),
          ...problemOf(step.problem),
        })
        return
      case 'embedding_failed':
        output.say('cli_registry_index_embedding_failed', problemOf(step.problem))
        return
      case 'standing_by':
        output.say('cli_registry_index_standing_by')
        return
      case 'election_lost':
        output.say('cli_registry_index_election_lost')
        return
      case 'elected':
        return
    }
  }

  /** Most of the time it polls the chain and finds nothing, which isn't worth a line. */
  const isWorthALine = (step: IndexerStep): boolean => {
    if (step.kind === 'read') return step.events > 0
    if (step.kind !== 'caught_up') {
      isNew ||= step.kind !== 'elected'
      return true
    }
    const isWorth = isNew || upTo === null
    upTo = step.block
    isNew = false
    return isWorth
  }

  return {
    begin: ({ place, index }: { readonly place: ChainRegistry; readonly index: string }): void => {
      const { contract, chainId: chain, startBlock: start } = place
      // A database URL may contain a password.
      const shown = index.replace(/^(\w+:\/\/)[^@/]*@/, '$1')
      print({ kind: 'begin', contract, chain, start, index: shown }, () => {
        output.say('cli_registry_index_place', { contract, chain, start, index: shown })
      })
    },
    serving: (url: string): void => {
      print({ kind: 'serving', url }, () => {
        output.say('cli_registry_serving', { url })
      })
    },
    report: (step: IndexerStep): void => {
      if (!isWorthALine(step)) return
      print(
        'problem' in step ? { ...step, problem: toErrorView(step.problem, output.language) } : step,
        () => {
          say(step)
        },
      )
    },
  }
}

const uriOf = ({ capUri, semver }: { capUri: string; semver: string }): string => `${capUri}@${semver}`

const reasonOf = ({ reason }: { reason: { code: string; text: string } }) => ({
  code: reason.code,
  problem: reason.text,
})
