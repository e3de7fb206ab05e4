import { Type, type Static } from 'typebox'
import { t } from '../../core/texts/text.ts'

export const OnboardingStep = Type.Object(
  {
    id: Type.String(),
    text: Type.String({ description: 'Qué hay que hacer' }),
    consequence: Type.String({ description: 'Qué se gana con hacerlo' }),
    action: Type.String({ description: 'Texto del botón' }),
    href: Type.String({ description: 'Dónde se hace, en el panel' }),
    done: Type.Boolean(),
    blocking: Type.Boolean({ description: 'Sin este paso la tienda no puede recibir pedidos' }),
  },
  { description: 'Paso de la guía' },
)
export type OnboardingStep = Static<typeof OnboardingStep>

export type Progress = Record<(typeof guide)[number]['id'], boolean>

const guide = [
  {
    id: 'store_profile',
    text: t('Cuenta qué vende tu tienda'),
    consequence: t('Quien llega por primera vez entiende en segundos por qué comprarte a ti.'),
    action: t('Escribir la descripción'),
    path: '/tienda#tienda-description',
    blocking: false,
  },
  {
    id: 'whatsapp_number',
    text: t('Agrega tu número de WhatsApp'),
    consequence: t('Cada pedido te llega al instante, en el chat que ya usas.'),
    action: t('Agregar el número'),
    path: '/tienda#tienda-whatsappNumber',
    blocking: true,
  },
  {
    id: 'first_product',
    text: t('Publica tu primer producto'),
    consequence: t('Con un solo producto publicado ya puedes vender hoy.'),
    action: t('Crear un producto'),
    path: '/productos/nuevo',
    blocking: true,
  },
  {
    id: 'first_image',
    text: t('Ponle una foto a un producto'),
    consequence: t('Lo que se ve bien se vende mejor: la foto es lo primero que mira quien compra.'),
    action: t('Agregar una foto'),
    path: '/productos/nuevo',
    blocking: false,
  },
  {
    id: 'shipping_option',
    text: t('Di cómo entregas'),
    consequence: t('Quien compra sabe cuánto paga por el envío y termina el pedido sin preguntar.'),
    action: t('Agregar una opción de envío'),
    path: '/envios#envios-name',
    blocking: false,
  },
  {
    id: 'share_link',
    text: t('Comparte el enlace de tu tienda'),
    consequence: t('Tus primeras visitas vienen de quienes ya te conocen.'),
    action: t('Compartir el enlace'),
    path: '/compartir',
    blocking: false,
  },
  {
    id: 'first_order',
    text: t('Recibe tu primer pedido'),
    consequence: t('Haz uno de prueba y verás lo mismo que verá tu clientela.'),
    action: t('Ver los pedidos'),
    path: '/pedidos',
    blocking: false,
  },
] as const

/** @param plainProduct the id of a product without a photo, which may get one */
export function toSteps(progress: Progress, plainProduct: string | null, panel: string) {
  return guide.map(({ id, text, consequence, action, path, blocking }) => {
    const isOfProduct = id === 'first_image' && plainProduct !== null
    const href = panel + (isOfProduct ? `/productos/${plainProduct}#photos` : path)
    return { id, text, consequence, action, href, done: progress[id], blocking }
  })
}
