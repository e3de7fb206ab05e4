import { html } from '../../../core/http/html.ts'
import { type PaymentMethod, paymentMethods } from '../../../features/payments/payment-method.ts'
import { isProvider, PaymentKind } from '../../../features/orders/payment.ts'
import { findStore } from '../../../features/stores/find.ts'
import { updateStore } from '../../../features/stores/update.ts'
import { changesSensitiveFields, sendsPayee } from '../access/sensitive-fields.ts'
import { storePage, type StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { badge, emptyState, list, rowSwitch, section } from '../parts/list.ts'
import { icon } from '../parts/icon.ts'
import { tabs } from '../parts/pager.ts'
import { orderMode } from '../parts/move.ts'
import { moveForm, rowPage } from '../parts/resource-pages.ts'
import { connectionForms, providerSection } from './payment-providers.ts'
import { kindNames, methodFields } from './payment-method-fields.ts'
import { t } from '../../../core/texts/text.ts'

const back = ({ base }: StoreContext) => ({ href: `${base}/pagos`, label: t('Cómo te pagan') })

export const paymentsPage = storePage({
  path: '/pagos',
  needs: 'store:read',
  async show(context) {
    const methods = await paymentMethods.all(context.sql, context.store.id)
    const rules = await ruleFields(context)
    const order = orderMode(context, '/pagos', 'store:write', methods)
    const rows = methods.map((method) => ({
      ...rowOf(context, method, order.isOn),
      tools: order.tools(method),
    }))
    const newOne = html`<a class="button" href="${context.base}/pagos/nuevo">${icon('plus')} ${t('Agregar')}</a>`
    return {
      title: t('Cómo te pagan'),
      fields: rules,
      formsLeadTo: context.app.providers.list.map(({ connectOrigin }) => connectOrigin),
      action: order.isOn ? order.link : context.can('store:write') ? newOne : null,
      main: html`
        ${rows.length > 0 ? list(rows, t('Formas de pago')) : emptyList}
        ${!order.isOn && order.link}
        ${
          context.can('store:write') &&
          !order.isOn &&
          html`
          ${await providerSection(context)} ${section(t('Después de pedir'), formOf(context.form('/pagos'), rules))}
        `
        }
      `,
    }
  },
  forms: {
    ...connectionForms,
    '/pagos': {
      operation: updateStore,
      undo: true,
      done: t('Guardado'),
      needsPassword: changesSensitiveFields,
    },
    '/pagos/:id/activo': {
      operation: paymentMethods.update,
      undo: true,
      needsPassword: sendsPayee,
      done: ({ name, isActive }) =>
        isActive === true
          ? t('{name} se puede elegir', { name: String(name) })
          : t('Apagaste {name}', { name: String(name) }),
      next: () => '/pagos',
    },
    '/pagos/:id/mover': moveForm(paymentMethods, '/pagos'),
  },
})

async function ruleFields({ sql, store }: StoreContext): Promise<Part[]> {
  const { confirmPaidOrders, unpaidHours } = await findStore(sql, store.id)
  return [
    {
      name: 'confirmPaidOrders',
      label: t('Confirmar los pedidos pagados'),
      hint: t(
        'Cuando Mercado Pago o Stripe confirma un pago, el pedido nuevo queda confirmado sin que toques nada.',
      ),
      value: confirmPaidOrders,
    },
    {
      name: 'unpaidHours',
      label: t('Cancelar si no pagan en … horas (opcional)'),
      value: unpaidHours ?? '',
      inputmode: 'numeric',
      max: 3,
      hint: t(
        'Un pedido nuevo que no está pagado ni en revisión se cancela solo, salvo en efectivo. Vacío: nunca.',
      ),
    },
    submit(t('Guardar')),
  ]
}

export const newPaymentMethodPage = storePage({
  path: '/pagos/nuevo',
  needs: 'store:read',
  show(context) {
    const form = context.form('/pagos/nuevo')
    const requested = form.value('kind', context.query['tipo'] ?? '')
    const isOffered = (one: PaymentKind) =>
      !isProvider(one) && (one !== 'pix' || context.store.currency === 'BRL')
    const offered = PaymentKind.enum.filter(isOffered)
    const kind = PaymentKind.enum.find((one) => one === requested) ?? offered[0]!
    const choices = offered.map((one) => ({
      label: kindNames[one],
      href: `${context.base}/pagos/nuevo?tipo=${one}`,
      isCurrent: one === kind,
    }))
    const fields: Part[] = [
      html`<input type="hidden" name="kind" value="${kind}">`,
      methodFields(context.request, form, kind, null),
      submit(t('Agregar')),
    ]
    return {
      title: t('Nueva forma de pago'),
      fields,
      back: back(context),
      main: html`${tabs(t('Tipo'), choices)}${context.can('store:write') ? formOf(form, fields) : onlyRead}`,
    }
  },
  forms: {
    '/pagos/nuevo': {
      operation: paymentMethods.create,
      needsPassword: true, // shoppers pay to its accounts
      done: ({ name }) => t('Agregaste {name}', { name: String(name) }),
      next: () => '/pagos',
    },
  },
})

const onlyRead = html`<p>${t('Las formas de pago las cambia quien es dueño o administra la tienda.')}</p>`

export const paymentMethodPage = rowPage(paymentMethods, {
  path: '/pagos',
  back: t('Cómo te pagan'),
  title: ({ name }) => name,
  fields: ({ request }, method, form) => [
    methodFields(request, form, method.kind, method),
    { name: 'isActive', label: t('Se puede elegir'), value: method.isActive },
  ],
  readOnly: onlyRead,
  removal: {
    label: t('Eliminar la forma de pago'),
    text: t(
      'Nadie podrá elegirla. Los pedidos que ya la tienen conservan su nombre, pero ya no muestran sus cuentas.',
    ),
    done: t('Eliminaste la forma de pago'),
  },
  needsPassword: true,
})

function rowOf(
  { base, can, form }: StoreContext,
  { id, name, kind, isActive }: PaymentMethod,
  isOrdering: boolean,
) {
  return {
    href: `${base}/pagos/${id}`,
    title: name,
    detail: html`${kindNames[kind]}${!isActive && html` ${badge(t('Apagada'))}`}`,
    isFaint: !isActive,
    beside:
      !isOrdering &&
      can('store:write') &&
      rowSwitch(form(`/pagos/${id}/activo`), t('{name}: se puede elegir', { name }), isActive),
  }
}

const emptyList = emptyState(
  'card',
  t('Todavía no dices cómo te pagan'),
  t(
    'Agrega transferencia, Pix o efectivo: quien compra elige al pedir y ve qué hacer, y tú ves qué está pagado.',
  ),
)
