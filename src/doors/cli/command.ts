import { parseArgs } from 'node:util'
import type { Config } from '../../core/config/config.ts'
import type { Db } from '../../core/database/db.ts'
import { findStore } from '../../features/stores/find.ts'
import type { StoreRow } from '../../features/stores/store.ts'

export type Flags = Record<string, string | undefined>

export type Call = {
  flags: Flags
  config: Config
  sql: Db
  print: (row: Record<string, unknown>) => void
}

export type Command = {
  /**
   * The usage, shown by the help and used to parse: `--email E [--name N] FILE`. Brackets mark what is optional; a word without
   * a flag is a positional argument, `flags['file']`.
   */
  flags: string
  does: string
  /** The result is printed; null when the command has printed everything itself. */
  run: (call: Call) => Promise<object | null>
  /** It opens the database itself. */
  withoutDatabase?: boolean
  /** It fills a database: its writes are not recorded as changes. */
  unrecorded?: boolean
  /** It sets up a database where there is none. */
  createsDatabase?: boolean
}

export type StoreCall = Call & { store: StoreRow }

/** Runs a command on the store that `--store` names. The function throws 404. */
export function onStore(run: (call: StoreCall) => Promise<object | null>): Command['run'] {
  return async (call) => run({ ...call, store: await findStore(call.sql, call.flags['store']!) })
}

export class UsageError extends Error {}

type Flag = { name: string; value: string; required: boolean }

/** Finds the command and parses its flags. @throws UsageError that lists the available commands */
export function readCommand(table: Record<string, Command>, args: string[]) {
  const flagsAt = args.findIndex((word) => word.startsWith('-'))
  const words = flagsAt < 0 ? args : args.slice(0, flagsAt)
  const name = [1, 2, 3]
    .map((count) => words.slice(0, count).join(' '))
    .find((name) => Object.hasOwn(table, name))
  const command = name === undefined ? undefined : table[name]
  if (name === undefined || !command) throw new UsageError(unknownCommand(table, words[0] ?? '', words[1]))
  return { name, command, flags: readFlags(name, command, args.slice(name.split(' ').length)) }
}

function flagsOf(command: Command): Flag[] {
  return [...command.flags.matchAll(/(\[)?--([a-z]+(?:-[a-z]+)*) (\S+?)(?=\]|\s|$)/g)].map(
    ([, bracket, name = '', value = '']) => ({ name, value, required: !bracket }),
  )
}

function argumentsOf(command: Command): string[] {
  const words = command.flags.split(' ').filter((word) => word !== '')
  const isFlag = (word = '') => /^\[?--/.test(word)
  return words.filter((word, n) => !isFlag(word) && !isFlag(words[n - 1]))
}

function readFlags(name: string, command: Command, args: string[]): Flags {
  const known = flagsOf(command)
  const usage = `${name} ${command.flags}`.trim()
  const names = argumentsOf(command)
  const { values, positionals } = parse(known, names.length > 0, args, usage)
  const missing = known.find(({ name, required }) => required && !values[name])
  if (missing) throw new UsageError(`--${missing.name} is missing: ${usage}`)
  if (positionals.length > names.length)
    throw new UsageError(`"${positionals[names.length]}" is not expected: ${usage}`)
  names.forEach((argument, at) => {
    if (!positionals[at]) throw new UsageError(`${argument} is missing: ${usage}`)
    values[argument.toLowerCase()] = positionals[at]
  })
  return values
}

function parse(
  known: Flag[],
  allowPositionals: boolean,
  args: string[],
  usage: string,
): { values: Flags; positionals: string[] } {
  try {
    const options = Object.fromEntries(known.map(({ name }) => [name, { type: 'string' as const }]))
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals })
    return { values, positionals }
  } catch (error) {
    const [why = ''] = (error as Error).message.split(/\.? (?:To specify|Did you)|\n/)
    throw new UsageError(`${why.replace(/\.$/, '')}: ${usage}`)
  }
}

function unknownCommand(table: Record<string, Command>, noun: string, verb: string | undefined): string {
  const names = Object.keys(table)
  const verbs = names.filter((name) => name.startsWith(`${noun} `))
  if (noun && verbs.length > 0)
    return `${noun} ${verb ? `has no "${verb}"` : 'needs a verb'}: ${verbs.join(', ')}`
  const nouns = [...new Set(names.map((name) => name.split(' ')[0]))]
  return `${noun ? `There is no "${noun}"` : 'A command is missing'}; commands: ${nouns.join(', ')} (see --help)`
}
