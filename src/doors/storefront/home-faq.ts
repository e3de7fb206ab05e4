import { html, type Html } from '../../core/http/html.ts'

const faqItem = (question: string, text: Html) => html`
  <details><summary>${question}</summary><p>${text}</p></details>
`

export const faq = html`
  <section class="faq" id="preguntas">
    <h2>Lo que suelen preguntar</h2>
    ${faqItem(
      '¿Cómo me pagan?',
      html`
        Como tú quieras: transferencia, efectivo o lo que uses hoy. Escribes tus datos de pago y
        quien compra los ve al terminar su pedido. El dinero nunca pasa por Vitrina.
      `,
    )}
    ${faqItem(
      '¿Quien compra necesita una cuenta o una aplicación?',
      html`
        No. Abre el enlace, elige y te escribe por WhatsApp. Funciona en teléfonos sencillos y con
        una red lenta.
      `,
    )}
    ${faqItem(
      '¿Tengo que escribir mi lista de nuevo?',
      html`
        No. Sube tu archivo CSV, también el de Shopify, Tiendanube, WooCommerce, Loyverse o Wix: ves
        qué cambia antes de guardarlo, y si algo salió mal lo deshaces.
      `,
    )}
    ${faqItem(
      '¿Necesito una computadora?',
      html`
        No. Desde el teléfono creas la tienda, subes fotos, respondes pedidos y recibes los avisos.
      `,
    )}
    ${faqItem(
      '¿Se puede perder un pedido?',
      html`
        Se guarda antes de abrir el chat, así que lo ves en tu panel aunque el mensaje no salga. Un
        doble toque es un solo pedido.
      `,
    )}
    ${faqItem(
      '¿Sirve con mi número de siempre?',
      html`
        Sí, con WhatsApp normal o WhatsApp Business. No cambias nada en tu teléfono.
      `,
    )}
    ${faqItem(
      '¿Y si un día me quiero ir?',
      html`
        Tus productos y pedidos son tuyos: los descargas cuando quieras, y la API los entrega
        completos.
      `,
    )}
  </section>
`
