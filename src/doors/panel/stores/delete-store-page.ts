import { Type, type Static } from 'typebox'
import { invalid } from '../../../core/errors/errors.ts'
import { html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { deleteStore } from '../../../features/stores/delete.ts'
import { performAs } from '../forms/perform.ts'
import { storePage } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { shopUrl, withoutProtocol } from '../../../features/stores/address.ts'
import { t } from '../../../core/texts/text.ts'

const Confirmation = Body({ confirmation: Type.String({ maxLength: 200 }) })

/** Deletes the store for good; the owner has to type its name, because it can't be undone here. */
export const deleteStorePage = storePage({
  path: '/eliminar-tienda',
  needs: 'store:delete',
  show({ app, base, store, form: formAt }) {
    const address = withoutProtocol(shopUrl(app, store))
    const submitted = {
      name: 'confirmation',
      label: t('Para confirmar, escribe el nombre: {name}', { name: store.name }),
      max: 200,
      required: true,
      autocomplete: 'off',
    }
    const fields = [submitted, submit(t('Eliminar la tienda'), 'danger')]
    return {
      title: t('Eliminar la tienda'),
      fields,
      back: { href: `${base}/tienda`, label: t('Datos de la tienda') },
      main: html`
        <p>
          ${t('{address} deja de mostrarse y de recibir pedidos, y nadie de tu equipo la puede abrir.', { address })}
          ${t('Sus claves de API, webhooks y asistentes dejan de funcionar, y un plan que se paga por mes se cancela.')}
          ${t('Desde el panel no se deshace.')}
        </p>
        <p class="links"><a href="${base}/exportar">${t('Exportar antes mis productos')}</a></p>
        ${formOf(formAt('/eliminar-tienda'), fields)}
      `,
    }
  },
  forms: {
    '/eliminar-tienda': {
      body: Confirmation,
      needsPassword: true,
      async run(context, { confirmation }: Static<typeof Confirmation>) {
        const { store } = context
        if (confirmation.trim().toLowerCase() !== store.name.toLowerCase())
          throw invalid(
            'confirmation',
            'invalid',
            t('No es el nombre de la tienda: escribe {name}', { name: store.name }),
          )
        await performAs(context, deleteStore, { id: store.id })
        return { next: '/panel/tiendas', message: t('{name} se eliminó', { name: store.name }) }
      },
    },
  },
})
