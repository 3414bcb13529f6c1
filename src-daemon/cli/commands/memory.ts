import type { Command } from 'commander'
import type { Fact } from '../../contract/memory.ts'
import type { Language } from '../../contract/language.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { columns } from '../console/output.ts'

/** `satchel memory list|remember|pin|unpin|forget` */
export const addMemoryCommands = (program: Command, { text, session }: CommandDeps): void => {
  const memory = program.command('memory').description(text('cli_memory'))

  memory
    .command('list', { isDefault: true })
    .description(text('cli_memory_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const facts = await withDaemon((api) => api.memory.facts.query())
      output.result(facts, () => {
        for (const line of columns(facts.map((fact) => rowOf(output.language, fact)))) output.line(line)
        if (facts.length === 0) output.say('cli_none')
      })
    })

  memory
    .command('remember')
    .description(text('cli_memory_remember'))
    .argument('<text>')
    .action(async (value: string) => {
      const { withDaemon, output } = session()
      const fact = await withDaemon((api) => api.memory.remember.mutate({ value }))
      output.result(fact, () => {
        for (const line of columns([rowOf(output.language, fact)])) output.line(line)
      })
    })

  for (const [name, pinned] of [
    ['pin', true],
    ['unpin', false],
  ] as const)
    memory
      .command(name)
      .description(text(pinned ? 'cli_memory_pin' : 'cli_memory_unpin'))
      .argument('<key>')
      .action(async (key: string) => {
        const { withDaemon, output } = session()
        const fact = await withDaemon((api) => api.memory.pin.mutate({ key, pinned }))
        output.result(fact, () => {
          for (const line of columns([rowOf(output.language, fact)])) output.line(line)
        })
      })

  memory
    .command('forget')
    .description(text('cli_memory_forget'))
    .argument('<key>')
    .action(async (key: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.memory.forget.mutate({ key }))
      output.result({ key }, () => {
        output.say('cli_memory_forgotten')
      })
    })
}

const rowOf = (language: Language, { key, value, leavesAt }: Fact): string[] => [
  key,
  leavesAt === null
    ? say(language, 'cli_memory_stays')
    : say(language, 'cli_memory_leaves', { when: leavesAt.slice(0, 10) }),
  value,
]
