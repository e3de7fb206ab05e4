import { t } from '../../../core/texts/text.ts'
import { type Discount, discounts, discountState } from '../../../features/discounts/discount.ts'
import { newReadableCode } from '../../../core/values/id.ts'
import { slugify } from '../../../core/values/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { whatsappShare } from '../../../core/values/phone.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import { storePage, type StoreContext, type View } from '../page.ts'
import { reductionText, discountFields, invitation, stateBadge, usesOf } from './discount-labels.ts'
import type { Part } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { emptyState, collapsible, list, rowSwitch, section } from '../parts/list.ts'
import { pager, readPage } from '../parts/pager.ts'
import { rowPage } from '../parts/resource-pages.ts'
import { copyField } from '../parts/share.ts'

const PAGE = 50

export const discountsPage = storePage({
  path: '/descuentos',
  needs: 'discounts:read',
  show: (context) => show(context),
  forms: {
    '/descuentos': {
      operation: discounts.create,
      done: ({ code }) => t('Creaste el código {code}', { code: String(code) }),
      before: makeCode,
      percentages,
    },
    '/descuentos/:id/activo': {
      operation: discounts.update,
      done: ({ code, isActive }) =>
        isActive === true
          ? t('{code} se puede usar', { code: String(code) })
          : t('Pausaste {code}', { code: String(code) }),
      next: () => '/descuentos',
    },
  },
})

async function show(context: StoreContext, submitted?: FormFields): Promise<View> {
  const { sql, store, base, query } = context
  const found = await readPage(query, PAGE, (page) => discounts.page(sql, store.id, page))
  const rows = found.data.map((discount) => rowOf(context, discount))
  return {
    title: t('Descuentos'),
    fields: newFields(context),
    main: html`
      ${rows.length === 0 && emptyList}
      ${newDiscount(context, found.total === 0, submitted)}
      ${rows.length > 0 && list(rows, t('Códigos de descuento'))}
      ${pager(found, (offset) => `${base}/descuentos?offset=${offset}`)}
    `,
  }
}

/** The button that generates a code: the form is rendered again with it, everything else as it was typed. */
function makeCode(context: StoreContext, fields: FormFields): Promise<View> | void {
  if (lastOf(fields, '_make') === undefined) return
  const [word = ''] = slugify(context.store.name).split('-')
  fields.set('code', [`${word.slice(0, 10) || 'promo'}-${newReadableCode(4)}`.toUpperCase()])
  return show(context, fields)
}

function percentages(fields: FormFields): Record<string, number> {
  return lastOf(fields, 'type') === 'percentage' ? { value: 100 } : {}
}

export const discountPage = rowPage(discounts, {
  path: '/descuentos',
  back: t('Descuentos'),
  title: ({ code }) => code,
  above: (context, discount) => html`
    <p class="state">
      ${stateBadge(discount)}
      <span>${reductionText(context, discount)} · ${usesOf(discount)}</span>
    </p>
    ${sharing(context, discount)}
  `,
  fields: (context, discount) => [
    discountFields(context, discount),
    {
      name: 'isActive',
      label: t('Se puede usar'),
      hint: t('Apágalo para pausarlo sin perderlo.'),
      value: discount.isActive,
    },
  ],
  removal: {
    label: t('Eliminar el descuento'),
    text: t('Nadie podrá usarlo. Los pedidos que ya lo tienen no cambian.'),
    done: t('Eliminaste el descuento'),
  },
  update: { percentages },
})

function rowOf(context: StoreContext, discount: Discount) {
  const { id, code, isActive } = discount
  return {
    href: `${context.base}/descuentos/${id}`,
    title: code,
    detail: html`${reductionText(context, discount)} · ${usesOf(discount)} ${stateBadge(discount)}`,
    isFaint: discountState(discount) !== 'active',
    beside:
      context.can('discounts:write') &&
      rowSwitch(context.form(`/descuentos/${id}/activo`), t('Se puede usar: {code}', { code }), isActive),
  }
}

const newFields = (context: StoreContext): Part[] => [discountFields(context, null), submit(t('Crear'))]

function newDiscount(context: StoreContext, isFirst: boolean, submitted?: FormFields): Html | null {
  if (!context.can('discounts:write')) return null
  const form = context.form('/descuentos', submitted)
  return collapsible(t('Crear un código'), formOf(form, newFields(context)), isFirst || form.isSubmitted)
}

function sharing(context: StoreContext, discount: Discount): Html | null {
  if (!['active', 'scheduled'].includes(discountState(discount))) return null
  const text = invitation(context, discount).in(context.store.language)
  return section(
    t('Compártelo'),
    html`
      ${copyField(t('Para tus clientes'), text)}
      <div class="buttons">
        <a class="button ghost" href="${whatsappShare(text)}" target="_blank" rel="noopener">
          ${icon('chat')}${t('Enviar por WhatsApp')}
        </a>
      </div>
    `,
  )
}

const emptyList = emptyState(
  'percent',
  t('Todavía no hay descuentos'),
  t('Un código como BIENVENIDA10 trae a quien duda, y te dice cuántos pedidos hizo.'),
)
