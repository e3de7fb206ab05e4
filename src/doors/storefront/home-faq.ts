import { html } from '../../core/http/html.ts'
import { joined, t, type Localized } from '../../core/texts/text.ts'

const faqItem = (question: Localized, text: Localized) => html`
  <details><summary>${question}</summary><p>${text}</p></details>
`

export const faq = html`
  <section class="faq" id="preguntas">
    <h2>${t('Lo que suelen preguntar')}</h2>
    ${faqItem(
      t('¿Cómo me pagan?'),
      joined(
        [
          t('Como tú quieras: transferencia, efectivo o lo que uses hoy.'),
          t(
            'Escribes tus datos de pago y quien compra los ve al terminar su pedido. El dinero nunca pasa por Vitrina.',
          ),
        ],
        ' ',
      ),
    )}
    ${faqItem(
      t('¿Quien compra necesita una cuenta o una aplicación?'),
      t(
        'No. Abre el enlace, elige y te escribe por WhatsApp. Funciona en teléfonos sencillos y con una red lenta.',
      ),
    )}
    ${faqItem(
      t('¿Tengo que escribir mi lista de nuevo?'),
      joined(
        [
          t('No.'),
          t('Sube tu archivo CSV, también el de Shopify, Tiendanube, WooCommerce, Loyverse o Wix:'),
          t('ves qué cambia antes de guardarlo, y si algo salió mal lo deshaces.'),
        ],
        ' ',
      ),
    )}
    ${faqItem(
      t('¿Necesito una computadora?'),
      t('No. Desde el teléfono creas la tienda, subes fotos, respondes pedidos y recibes los avisos.'),
    )}
    ${faqItem(
      t('¿Se puede perder un pedido?'),
      t(
        'Se guarda antes de abrir el chat, así que lo ves en tu panel aunque el mensaje no salga. Un doble toque es un solo pedido.',
      ),
    )}
    ${faqItem(
      t('¿Sirve con mi número de siempre?'),
      t('Sí, con WhatsApp normal o WhatsApp Business. No cambias nada en tu teléfono.'),
    )}
    ${faqItem(
      t('¿Y si un día me quiero ir?'),
      t('Tus productos y pedidos son tuyos: los descargas cuando quieras, y la API los entrega completos.'),
    )}
  </section>
`
