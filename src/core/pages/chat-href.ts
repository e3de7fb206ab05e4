import { Formatted, type Localized } from '../texts/text.ts'
import { whatsappChat } from '../values/phone.ts'

/** The address of a chat with a number, with a message in it for the reader to send. */
export const chatHref = (number: string, message: Localized) =>
  new Formatted((language) => whatsappChat(number, message.in(language)))
