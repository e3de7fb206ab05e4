import { t, joined } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { Choice } from '../../../features/modifier-groups/choices.ts'
import { type ModifierGroup, modifierGroups } from '../../../features/modifier-groups/modifier-group.ts'
import { choiceRule } from '../../../core/pages/choice-texts.ts'

import { discardForm, KEPT_THEIRS } from '../forms/discard-form.ts'
import { fillPath } from '../forms/submit.ts'
import { NoFields } from '../forms/no-fields.ts'
import { performOnceAs } from '../forms/perform.ts'
import { storePage, type PanelForm, type StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { copyName } from '../parts/copy-name.ts'
import { buttonForm, deletionForm, formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { badge, emptyState, list, moveButtons, orderLink, rowSwitch, section } from '../parts/list.ts'
import { listHref, pager, readPage } from '../parts/pager.ts'
import { choiceForms, MOVE, SWITCH } from './change-choices.ts'
import { modifierGroupFields, withChoices } from './modifier-group-fields.ts'
import { preview } from './modifier-group-preview.ts'

const back = ({ base }: StoreContext) => ({ href: `${base}/extras`, label: t('Extras') })

const GROUPS_PER_PAGE = 20
/** The most choices that the list shows with their switches; groups beyond them show how many they have. */
const MAX_SWITCHES = 100

export const modifierGroupsPage = storePage({
  path: '/extras',
  needs: 'products:read',
  async show(context) {
    const { base, sql, store, query, can } = context
    const page = await readPage(query, GROUPS_PER_PAGE, (wanted) =>
      modifierGroups.page(sql, store.id, wanted),
    )
    let room = MAX_SWITCHES
    const groups = page.data.map((group) => {
      const isShown = group.choices.length <= room
      if (isShown) room -= group.choices.length
      return groupSection(context, group, isShown)
    })
    const newOne = html`<a class="button" href="${base}/extras/nuevo">${icon('plus')} ${t('Agregar')}</a>`
    return {
      title: t('Extras'),
      action: can('products:write') ? newOne : null,
      main: html`
        ${page.total > 0 ? hint : emptyList}
        ${groups}
        ${pager(page, (offset) => listHref(`${base}/extras`, { offset }))}
      `,
    }
  },
  forms: choiceForms,
})

const hint = html`
  <p class="hint">
    ${t('¿Se acabó el queso? Apágalo aquí y nadie lo puede pedir hasta que lo enciendas.')}
    ${t('Qué grupos lleva cada producto se elige en el producto.')}
  </p>
`

function groupSection(context: StoreContext, group: ModifierGroup, isShown: boolean): Html {
  const { id, name, productCount, choices } = group
  const head = {
    href: `${context.base}/extras/${id}`,
    title: choiceRule(group),
    detail: joined(
      [
        productCount === 0
          ? t('Todavía en ningún producto')
          : t('En {n, plural, one {# producto} other {# productos}}', { n: productCount }),
        ...(isShown ? [] : [t('{n, plural, one {# opción} other {# opciones}}', { n: choices.length })]),
      ],
      ' · ',
    ),
  }
  const rows = isShown ? choices.map((choice) => choiceRow(context, group, choice)) : []
  return section(name, list([head, ...rows], name))
}

function choiceRow(context: StoreContext, { id, name: group }: ModifierGroup, choice: Choice) {
  const { base, store, query, can, form } = context
  const { name, price, isActive } = choice
  const path = fillPath(SWITCH, { id, choice: choice.id })
  const offset = query['offset'] ? `?offset=${encodeURIComponent(query['offset'])}` : ''
  return {
    href: `${base}/extras/${id}`,
    title: name,
    detail: html`${price > 0 && `+ ${formatAmount(price, store.currency)} `}${!isActive && badge(t('Apagada'))}`,
    isFaint: !isActive,
    beside:
      can('products:write') &&
      rowSwitch(form(path), t('{name} ({group}): se puede pedir', { name, group }), isActive, offset),
  }
}

export const newModifierGroupPage = storePage({
  path: '/extras/nuevo',
  needs: 'products:write',
  show(context) {
    const form = context.form('/extras/nuevo')
    const fields: Part[] = [modifierGroupFields(context, form, null), submit(t('Agregar'))]
    return { title: t('Grupo nuevo'), fields, back: back(context), main: formOf(form, fields) }
  },
  forms: {
    '/extras/nuevo': {
      operation: modifierGroups.create,
      toApi: (fields, { store }) => withChoices(fields, [], store.currency),
      done: ({ name }) =>
        t('Agregaste {name}. Ahora elígelo en los productos que lo llevan.', { name: String(name) }),
      next: (_context, { id }) => `/extras/${String(id)}`,
      links: ({ base }) => [{ href: `${base}/productos`, label: t('Ir a los productos') }],
    },
  },
})

const MAX_NAME = 60

const copyForm: PanelForm<StoreContext> = {
  body: NoFields,
  needs: 'products:write',
  async run(context, _body, key) {
    const { sql, store, params, request } = context
    const group = await modifierGroups.find(sql, store.id, params['id']!)
    const { minChoices, maxChoices, pricing, choices } = group
    const body = {
      name: copyName(group.name, MAX_NAME, request.language),
      minChoices,
      maxChoices,
      pricing,
      choices: choices.map(({ id: _id, ...choice }) => choice),
    }
    const copy = await performOnceAs(context, modifierGroups.create, { body }, key)
    return {
      message: t('Esta es la copia. Todavía no está en ningún producto.'),
      next: `/extras/${String(copy.data['id'])}`,
    }
  },
}

export const modifierGroupPage = storePage({
  path: '/extras/:id',
  needs: 'products:read',
  async show(context) {
    const { base, sql, store, params, query, can } = context
    const group = await modifierGroups.find(sql, store.id, params['id']!)
    const isOrdering = query['ordenar'] === '1' && can('products:write')
    const head = {
      title: group.name,
      back: back(context),
      action: can('products:write')
        ? orderLink(`${base}/extras/${group.id}`, group.choices.length, isOrdering)
        : null,
    }
    if (isOrdering) return { ...head, main: orderedChoices(context, group) }
    if (!can('products:write')) return { ...head, main: preview(group, store.currency) }
    const form = context.form(`/extras/${group.id}`)
    const fields: Part[] = [modifierGroupFields(context, form, group), submit(t('Guardar'))]
    return {
      ...head,
      fields,
      main: html`${formOf(form, fields, { version: modifierGroups.formEtag(group) })}${below(context, group)}`,
    }
  },
  forms: {
    '/extras/:id': {
      operation: modifierGroups.update,
      toApi: async (fields, { sql, store, params }) => {
        const { choices } = await modifierGroups.find(sql, store.id, params['id']!)
        return withChoices(fields, choices, store.currency)
      },
      undo: true,
      done: t('Guardado'),
    },
    '/extras/:id/descartar': discardForm('/extras/:id', 'products:write', KEPT_THEIRS),
    '/extras/:id/duplicar': copyForm,
    '/extras/:id/eliminar': {
      operation: modifierGroups.delete,
      undo: true,
      done: t('Eliminaste el grupo de extras'),
      next: () => '/extras',
    },
  },
})

function orderedChoices({ base, form }: StoreContext, { id, choices }: ModifierGroup): Html {
  const rows = choices.map((choice) => ({
    href: `${base}/extras/${id}`,
    title: choice.name,
    isFaint: !choice.isActive,
    tools: moveButtons(form(fillPath(MOVE, { id, choice: choice.id })), choice.name, {
      isFirst: choice === choices[0],
      isLast: choice === choices.at(-1),
    }),
  }))
  return list(rows, t('Opciones'))
}

function below({ form, store }: StoreContext, group: ModifierGroup): Html {
  return html`
    ${preview(group, store.currency)}
    <p class="hint">${t('Está en {n, plural, one {# producto} other {# productos}}; se elige en cada uno.', { n: group.productCount })}</p>
    <div class="buttons">${buttonForm(
      form(`/extras/${group.id}/duplicar`),
      {},
      html`<button class="quiet">${icon('copy')} ${t('Duplicar')}</button>`,
    )}</div>
    ${deletionForm(
      form(`/extras/${group.id}/eliminar`),
      t('Eliminar el grupo'),
      t('Se quita de sus productos. Los pedidos que ya lo tienen no cambian.'),
    )}
  `
}

const emptyList = emptyState(
  'choices',
  t('Todavía no hay extras'),
  joined(
    [
      t(
        'Un grupo reúne lo que se elige con un producto: la masa, el tamaño, queso extra, las mitades de una pizza.',
      ),
      t('Quien compra lo ve al pedir, y el precio se calcula solo.'),
    ],
    ' ',
  ),
)
