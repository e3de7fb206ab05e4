import { deleteReview } from '../../../features/reviews/delete.ts'
import type { Static } from 'typebox'
import { planRequired } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { Body } from '../../../core/http/schema.ts'
import { countReviews, selectReviews } from '../../../features/reviews/list.ts'
import { getReview } from '../../../features/reviews/get.ts'
import { ReviewStatus, type Review } from '../../../features/reviews/review.ts'
import { moderateReview, updateReview } from '../../../features/reviews/update.ts'
import { performAs } from '../forms/perform.ts'
import { whereFrom } from '../access/context.ts'
import { storePage, type Outcome, type StoreContext } from '../page.ts'
import { buttonForm, irreversibleForm } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { badge, emptyState } from '../parts/list.ts'
import { listHref, pager, readPage, tabs } from '../parts/pager.ts'
import { since } from '../parts/time.ts'

const PAGE = 20

const Moderation = Body({ status: ReviewStatus })
type Moderation = Static<typeof Moderation>

export const reviewsPage = storePage({
  path: '/opiniones',
  needs: 'reviews:read',
  async show(context) {
    const { sql, store, query } = context
    const status = statusOf(query['estado'])
    const [reviews, counts] = await Promise.all([
      readPage(query, PAGE, (page) => selectReviews(sql, store.id, { status, ...page })),
      countReviews(sql, store.id),
    ])
    const cards = reviews.data.map((review) => card(context, review))
    return {
      title: t('Opiniones'),
      main: html`
        ${statusTabs(context, counts, status)}
        ${
          cards.length > 0
            ? html`<ul class="reviews" aria-label="${words[status].plural}">${cards}</ul>`
            : emptyList(context, status, counts)
        }
        ${pager(reviews, (offset) => hrefOf(context, status, offset))}
      `,
    }
  },
  forms: {
    '/opiniones/:id': { body: Moderation, needs: 'reviews:write', run: moderate },
    '/opiniones/:id/eliminar': {
      operation: deleteReview,
      done: t('Eliminaste la opinión'),
      next: (context) => whereFrom(context, '/opiniones'),
    },
  },
})

type Words = { plural: Localized; done: (name: string) => Localized }

const words: Record<ReviewStatus, Words> = {
  pending: {
    plural: t('Pendientes'),
    done: (name) => t('La opinión de {name} está otra vez pendiente', { name }),
  },
  approved: {
    plural: t('Aprobadas'),
    done: (name) => t('La opinión de {name} se ve en tu tienda', { name }),
  },
  rejected: {
    plural: t('Rechazadas'),
    done: (name) => t('La opinión de {name} no se muestra', { name }),
  },
}

const statusOf = (text: string | undefined): ReviewStatus =>
  ReviewStatus.enum.find((status) => status === text) ?? 'pending'

/** One tap moderates, another one reverts it. Only the panel sets a review back to pending: the API approves or rejects. */
async function moderate(context: StoreContext, { status }: Moderation): Promise<Outcome> {
  const { sql, store, params, base } = context
  const id = params['id']!
  const before = await getReview(sql, store.id, id)
  if (status !== 'pending') await performAs(context, updateReview, { id, body: { status } })
  else if (store.plan === 'free') throw planRequired('reviewModeration', store.slug)
  else await sql.begin((tx) => moderateReview(tx, store.id, id, status))
  const undo = { action: `${base}/opiniones/${id}`, label: t('Deshacer'), fields: { status: before.status } }
  return {
    message: words[status].done(before.name),
    ...(before.status !== status && { undo }),
    next: whereFrom(context, '/opiniones'),
  }
}

const hrefOf = ({ base }: StoreContext, status: ReviewStatus, offset = 0): string =>
  listHref(`${base}/opiniones`, { estado: status === 'pending' ? '' : status, offset })

type Counts = Awaited<ReturnType<typeof countReviews>>

const statusTabs = (context: StoreContext, counts: Counts, current: ReviewStatus): Html =>
  tabs(
    t('Qué opiniones'),
    ReviewStatus.enum.map((status) => ({
      label: words[status].plural,
      href: hrefOf(context, status),
      isCurrent: status === current,
      count: counts[status] ?? 0,
    })),
  )

function card(context: StoreContext, review: Review): Html {
  const { id, name, productId, productName, rating, text, verifiedPurchase, createdAt } = review
  const canModerate = context.can('reviews:write')
  return html`
    <li class="card">
      <p class="state">
        <span class="stars" role="img" aria-label="${t('{rating} de 5 estrellas', { rating })}">
          ${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}
        </span>
        ${verifiedPurchase && badge(t('Compra verificada'), 'good')}
        <span>${since(createdAt, context.store.timeZone)}</span>
      </p>
      <p><b>${name}</b></p>
      <p class="words">${text}</p>
      <a class="quiet" href="${context.base}/productos/${productId}">${productName}</a>
      ${canModerate && decision(context, review)}
      ${canModerate && irreversibleForm(context.form(`/opiniones/${id}/eliminar`), question)}
    </li>
  `
}

const question = {
  summary: t('Eliminar'),
  text: t('Se borra para siempre. Si solo no quieres mostrarla, recházala.'),
  button: t('Eliminar la opinión'),
}

function decision({ form }: StoreContext, { id, name, status }: Review): Html {
  const buttonTo = (to: ReviewStatus, button: Html) =>
    to !== status && buttonForm(form(`/opiniones/${id}`), { status: to }, button)
  const approve = html`
    <button class="button main" aria-label="${t('Aprobar la opinión de {name}', { name })}">
      ${icon('check')}${t('Aprobar')}
    </button>
  `
  const reject = html`
    <button class="button ghost" aria-label="${t('Rechazar la opinión de {name}', { name })}">
      ${icon('hidden')}${t('Rechazar')}
    </button>
  `
  return html`<div class="buttons tight">${buttonTo('approved', approve)}${buttonTo('rejected', reject)}</div>`
}

function emptyList({ base }: StoreContext, status: ReviewStatus, counts: Counts): Html {
  const hasAny = ReviewStatus.enum.some((name) => (counts[name] ?? 0) > 0)
  if (hasAny && status === 'pending')
    return emptyState('check', t('Todo leído'), t('Ninguna opinión espera.'))
  if (hasAny) {
    const text = status === 'approved' ? t('Aquí están las aprobadas.') : t('Aquí están las rechazadas.')
    return emptyState('check', t('Ninguna todavía'), text)
  }
  const share = html`<a class="button" href="${base}/compartir">${t('Compartir mi tienda')}</a>`
  return emptyState(
    'star',
    t('Todavía no hay opiniones'),
    t('Quien compra puede opinar en la página de cada producto. Aquí decides cuáles se muestran.'),
    share,
  )
}
