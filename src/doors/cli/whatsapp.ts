import { readFile } from 'node:fs/promises'
import { listCosts, monthOf } from '../../features/whatsapp/costs.ts'
import { UsageError, type Call, type Command } from './command.ts'

export const whatsappCommands: Record<string, Command> = {
  'whatsapp template': {
    flags: '[--language pt_BR]',
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

/** The notice's template as Meta's Message Templates API takes it, under the configured name and in a configured language. */
async function template({ config, flags }: Omit<Call, 'sql'>) {
  const { api } = config.whatsapp
  const configured = api?.languages ?? []
  const code = flags['language'] ?? configured[0]?.code ?? 'es'
  const own = configured.find((one) => one.code === code)
  if (!own && flags['language'] !== undefined)
    throw new UsageError(`--language is "${code}", but must be one of WHATSAPP_TEMPLATE_LANGUAGES`)
  const suffix = own && own.language !== 'es' ? `.${own.language}` : ''
  const file = new URL(`../../../docs/whatsapp/nuevo_pedido${suffix}.json`, import.meta.url)
  const declared = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  return { ...declared, ...(api && { name: api.template, language: code }) }
}
