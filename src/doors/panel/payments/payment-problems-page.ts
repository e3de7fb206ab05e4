import { html, type Html } from '../../../core/http/html.ts'
import {
  listProblems,
  resolveProblem,
  type PaymentProblem,
} from '../../../features/payments/providers/problem.ts'
import { NoFields } from '../forms/no-fields.ts'
import { storePage, type StoreContext } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { problemTexts } from '../parts/payment-problems.ts'
import { t } from '../../../core/texts/text.ts'

export const paymentProblemsPage = storePage({
  path: '/pagos/por-revisar',
  needs: 'orders:read',
  async show(context) {
    const problems = await listProblems(context.sql, context.store.id)
    return {
      title: t('Pagos por revisar'),
      back: { href: context.base, label: t('Hoy') },
      main:
        problems.length > 0
          ? html`${problems.map((problem) => shown(context, problem))}`
          : html`<p>${t('No hay ninguno.')}</p>`,
    }
  },
  forms: {
    '/pagos/por-revisar/:id': {
      body: NoFields,
      needs: 'orders:write',
      async run({ sql, store, params }) {
        await resolveProblem(sql, store.id, params['id']!)
        return { next: '/pagos/por-revisar', message: t('Listo') }
      },
    },
  },
})

function shown({ base, form, can }: StoreContext, problem: PaymentProblem): Html {
  const { title, detail } = problemTexts(problem)
  return html`
    <section class="card">
      <h2>${title}</h2>
      <p>${detail}</p>
      ${problem.orderId && html`<p><a href="${base}/pedidos/${problem.orderId}">${t('Ver el pedido')}</a></p>`}
      ${
        can('orders:write') &&
        formOf(form(`/pagos/por-revisar/${problem.id}`), submit(t('Ya lo atendí'), 'ghost'), {
          class: 'one-button',
        })
      }
    </section>
  `
}
