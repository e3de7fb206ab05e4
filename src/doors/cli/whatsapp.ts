import { readFile } from 'node:fs/promises'
import type { Call, Command } from './command.ts'

export const whatsappCommands: Record<string, Command> = {
  'whatsapp template': {
    flags: '',
    does: "Prints the declaration of the notice's template, as Meta's Message Templates API takes it",
    run: template,
    withoutDatabase: true,
  },
}

const declaration = new URL('../../../docs/whatsapp/nuevo_pedido.json', import.meta.url)

/** The notice's template as Meta's Message Templates API takes it, under the configured name and language. */
async function template({ config }: Omit<Call, 'sql'>) {
  const { api } = config.whatsapp
  const declared = JSON.parse(await readFile(declaration, 'utf8')) as Record<string, unknown>
  return { ...declared, ...(api && { name: api.template, language: api.language }) }
}
