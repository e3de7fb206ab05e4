import { storeButton } from '../whatsapp/buttons.ts'
import { tell, type Conversation, type Reply } from './conversation.ts'
import type { ChatStore } from './find-stores.ts'

/** Lists the stores of a number that has several, where it is not known which one a message is about. */
export const askForStore = ({ message }: Conversation, stores: ChatStore[]): Reply =>
  tell({
    text: 'Este número es de varias tiendas. ¿De cuál se trata?',
    list: {
      label: 'Elegir tienda',
      rows: stores.map(({ id, name }) => ({ id: storeButton(message.n, id), title: name })),
    },
  })
