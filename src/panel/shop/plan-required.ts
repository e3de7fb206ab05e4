import { html } from '../../core/http/html.ts'
import type { StoreContext, View } from '../page.ts'
import { roleNames, rolesWith } from '../access/role-forbidden.ts'

/** Explains what a larger plan allows, with a link to the plans for roles that may choose one. */
export function planRequiredView(context: StoreContext, message: string): View {
  const { store } = context
  const href = planOf(context)
  return {
    title: 'Esto viene con un plan de pago',
    status: 403,
    main: html`
      <p>${message}. Lo que ya tienes se queda como está.</p>
      ${
        href
          ? html`
            <div class="buttons"><a class="button" href="${href}">Ver los planes</a></div>
          `
          : html`
            <p>
              En ${store.name} tu papel es: ${roleNames[store.role]}. El plan lo elige: ${rolesWith('billing')}.
            </p>
          `
      }
    `,
  }
}

/** Where the plans are; null for a role that may not choose one. */
export const planOf = ({ base, can }: StoreContext) => (can('billing') ? `${base}/plan` : null)

/** A page of a suspended store without its actions, and what has to happen before it works again. */
export function suspendedView({ store, base }: StoreContext, { title, back, main: shown }: View): View {
  const main = html`
    <div class="notice bad" role="alert">
      <p>
        ${store.name} está suspendida por falta de pago: puedes leer tus pedidos, pero no cambiarlos. Sigue en cuanto se
        reciba el pago.
      </p>
      <a class="button" href="${base}/plan">Ver el plan y pagar</a>
    </div>
    ${shown}
  `
  return { title, ...(back && { back }), main, status: 402 }
}
