import { removeConnection, saveConnection } from '../../features/connections/save.ts'
import { invalid } from '../../core/errors/errors.ts'
import { checkDomain } from '../../features/domains/check.ts'
import { describeDomain } from '../../features/domains/get.ts'
import { onStore, type Command } from './command.ts'
import { t } from '../../core/texts/text.ts'

export const domainCommands: Record<string, Command> = {
  'domain set': {
    flags: '--store S --domain D',
    does: 'Claims a domain for a store, and prints the TXT record that shows whose it is',
    run: onStore(async ({ sql, config, flags, store: { id: storeId, plan } }) => {
      await saveConnection(sql, { storeId, id: 'custom_domain', plan }, flags['domain']!, config)
      return describeDomain(sql, storeId, config)
    }),
  },
  'domain check': {
    flags: '--store S',
    does: 'Checks the DNS records of a store’s domain now, and opens the shop there if its records are right',
    run: onStore(async ({ sql, config, store: { id } }) => {
      await checkDomain(sql, id, config)
      const found = await describeDomain(sql, id, config)
      if (found.domain === null) throw invalid('value', 'required', t('Primero guarda el dominio'))
      return found
    }),
  },
  'domain clear': {
    flags: '--store S',
    does: 'Takes the domain from a store, which is at its slug again',
    run: onStore(async ({ sql, config, store: { id } }) => {
      await removeConnection(sql, id, 'custom_domain')
      return describeDomain(sql, id, config)
    }),
  },
}
