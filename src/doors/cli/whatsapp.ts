import { readFile } from 'node:fs/promises'
import { listCosts, monthOf } from '../../features/whatsapp/costs.ts'
import { UsageError, type Call, type Command } from './command.ts'

export const whatsappCommands: Record<string, Command> = {
  'whatsapp template': {
    flags: '',
    does: "Prints the declaration of the notice's template, as Meta's Message Templates API takes it",
    run: template,
    withoutDatabase: true,
  },
  'whatsapp costs': {
    flags: '[--month 2026-11]',
    does: 'Counts the messages of a month (UTC) by store, null for those of none, and by category: billed, and free',
    run: costs,
  },
}

async function costs({ sql, flags }: Call) {
  const month = flags['month'] ?? monthOf(new Date())
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new UsageError(`--month is "${month}", but must be a month, such as 2026-11`)
  return { month, rows: await listCosts(sql, month) }
}

const declaration = new URL('../../../docs/whatsapp/nuevo_pedido.json', import.meta.url)

/** The notice's template as Meta's Message Templates API takes it, under the configured name and language. */
async function template({ config }: Omit<Call, 'sql'>) {
  const { api } = config.whatsapp
  const declared = JSON.parse(await readFile(declaration, 'utf8')) as Record<string, unknown>
  return { ...declared, ...(api && { name: api.template, language: api.language }) }
}
