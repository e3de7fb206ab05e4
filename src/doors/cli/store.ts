import { Type } from 'typebox'
import { findAccount } from '../../features/accounts/find.ts'
import { conflict } from '../../core/errors/errors.ts'
import { toPage } from '../../core/http/page.ts'
import { confirmNumber } from '../../features/stores/confirm-number.ts'
import { addStore, NewStore } from '../../features/stores/create.ts'
import { markStoreDeleted } from '../../features/stores/delete.ts'
import { listEveryStore } from '../../features/stores/list.ts'
import { OPERATOR } from '../../features/stores/number-member.ts'
import { Plan, toStore } from '../../features/stores/store.ts'
import { checked, PAGE_FLAGS, readPage } from './check.ts'
import { onStore, type Command } from './command.ts'
import { t } from '../../core/texts/text.ts'

export const storeCommands: Record<string, Command> = {
  'store create': {
    flags: '--owner E --name N --slug S --currency C [--whatsapp +N] [--plan free]',
    does: 'Creates a store, owned by the account with the e-mail E',
    async run({ sql, config, flags }) {
      const { currency, whatsapp: whatsappNumber } = flags
      const input = checked(fields, { ...flags, currency: currency?.toUpperCase(), whatsappNumber })
      const owner = await findAccount(sql, flags['owner']!)
      const store = await sql.begin((tx) => addStore(tx, { ...input, ownerId: owner.id }))
      if (store.whatsappNumber !== null) await confirmNumber(sql, store.id, store.whatsappNumber, OPERATOR)
      return toStore(store, config)
    },
  },
  'store list': {
    flags: PAGE_FLAGS,
    does: 'Lists the stores, or those with T in their name, slug or domain, the first 1000',
    async run({ sql, config, flags }) {
      const page = readPage(flags)
      const { rows, total } = await listEveryStore(sql, page)
      return toPage(page, { data: rows.map((store) => toStore(store, config)), total })
    },
  },
  'store delete': {
    flags: '--store S',
    does: 'Marks a store as deleted; its data and its slug are kept for 30 days',
    run: onStore(({ sql, store }) => sql.begin((tx) => markStoreDeleted(tx, store.id))),
  },
  /** Vouches for a number that was set by the API or in the panel. @throws 404, 409 */
  'store confirm-number': {
    flags: '--store S',
    does: 'Confirms the WhatsApp number of a store: it gets notices without a code, and commands as the owner',
    run: onStore(async ({ sql, config, store: { id, whatsappNumber } }) => {
      if (whatsappNumber === null)
        throw conflict('NO_WHATSAPP_NUMBER', t('La tienda no tiene número de WhatsApp'))
      return toStore(await confirmNumber(sql, id, whatsappNumber, OPERATOR), config)
    }),
  },
}

const fields = { ...NewStore.properties, plan: Type.Optional(Plan) }
