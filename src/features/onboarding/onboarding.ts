import { Type, type Static } from 'typebox'

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
    text: 'Cuenta qué vende tu tienda',
    consequence: 'Quien llega por primera vez entiende en segundos por qué comprarte a ti.',
    action: 'Escribir la descripción',
    path: '/tienda#tienda-description',
    blocking: false,
  },
  {
    id: 'whatsapp_number',
    text: 'Agrega tu número de WhatsApp',
    consequence: 'Cada pedido te llega al instante, en el chat que ya usas.',
    action: 'Agregar el número',
    path: '/tienda#tienda-whatsappNumber',
    blocking: true,
  },
  {
    id: 'first_product',
    text: 'Publica tu primer producto',
    consequence: 'Con un solo producto publicado ya puedes vender hoy.',
    action: 'Crear un producto',
    path: '/productos/nuevo',
    blocking: true,
  },
  {
    id: 'first_image',
    text: 'Ponle una foto a un producto',
    consequence: 'Lo que se ve bien se vende mejor: la foto es lo primero que mira quien compra.',
    action: 'Agregar una foto',
    path: '/productos/nuevo',
    blocking: false,
  },
  {
    id: 'shipping_option',
    text: 'Di cómo entregas',
    consequence: 'Quien compra sabe cuánto paga por el envío y termina el pedido sin preguntar.',
    action: 'Agregar una opción de envío',
    path: '/envios#envios-name',
    blocking: false,
  },
  {
    id: 'share_link',
    text: 'Comparte el enlace de tu tienda',
    consequence: 'Tus primeras visitas vienen de quienes ya te conocen.',
    action: 'Compartir el enlace',
    path: '/compartir',
    blocking: false,
  },
  {
    id: 'first_order',
    text: 'Recibe tu primer pedido',
    consequence: 'Haz uno de prueba y verás lo mismo que verá tu clientela.',
    action: 'Ver los pedidos',
    path: '/pedidos',
    blocking: false,
  },
] as const

/** @param plainProduct the id of a product without a photo, which may get one */
export function toSteps(progress: Progress, plainProduct: string | null, panel: string): OnboardingStep[] {
  return guide.map(({ id, text, consequence, action, path, blocking }) => {
    const isOfProduct = id === 'first_image' && plainProduct !== null
    const href = panel + (isOfProduct ? `/productos/${plainProduct}#photos` : path)
    return { id, text, consequence, action, href, done: progress[id], blocking }
  })
}
