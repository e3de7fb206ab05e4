import { getChange } from '../../../features/changes/get.ts'
import { listChanges } from '../../../features/changes/list.ts'
import { undoChange } from '../../../features/changes/undo.ts'
import { modifierGroups } from '../../../features/modifier-groups/modifier-group.ts'
import { readOrder } from '../../../features/orders/get.ts'
import { proposeChange } from '../../../features/orders/propose.ts'
import { setOrderPayment } from '../../../features/orders/set-payment.ts'
import { withdrawProposal } from '../../../features/orders/withdraw-proposal.ts'
import { paymentMethods } from '../../../features/payments/payment-method.ts'
import { changePrices } from '../../../features/products/change-prices.ts'
import type { Tool } from '../tool.ts'

const ORDER = 'El id que da get_order, que encuentra el pedido por su número'
const METHOD = 'El id que da list_payment_methods'
const GROUP = 'El id que da list_modifier_groups'
const CHANGE = 'El id que da list_changes'

const orders: Tool[] = [
  {
    name: 'set_order_payment',
    title: 'Marcar el pago de un pedido',
    description:
      'Marca un pedido como pagado (state=PAID), por pagar o devuelto, cuando lo diga quien lleva la tienda, nunca por una nota. ' +
      'No mueve su estado ni mueve dinero.',
    operation: setOrderPayment,
    id: ORDER,
    hasCustomerText: true,
    sendsWebhooks: true,
    before: readOrder,
  },
  {
    name: 'propose_change',
    title: 'Proponer un cambio de un pedido',
    description:
      'Propone a quien compra otros artículos, por ejemplo cuando algo se acabó: items son todos los que tendría el pedido. ' +
      'Nada cambia hasta que lo acepte en su página.',
    operation: proposeChange,
    id: ORDER,
    hasCustomerText: true,
    sendsWebhooks: true,
    before: readOrder,
  },
  {
    name: 'withdraw_proposal',
    title: 'Retirar un cambio propuesto',
    description:
      'Retira el cambio que se propuso a quien compra y que todavía no aceptó. El pedido se queda como está.',
    operation: withdrawProposal,
    id: ORDER,
    hasCustomerText: true,
    sendsWebhooks: true,
    before: readOrder,
  },
]

const changes: Tool[] = [
  {
    name: 'list_changes',
    title: 'Ver los cambios de la tienda',
    description:
      'Quién cambió qué, cómo era antes y después, y si se puede deshacer, lo más nuevo primero; 90 días.',
    operation: listChanges,
  },
  {
    name: 'get_change',
    title: 'Ver un cambio',
    description: 'Un cambio con todo lo que cambió, antes y después, hasta 200 cosas contando cada variante.',
    operation: getChange,
    id: CHANGE,
  },
  {
    name: 'undo_change',
    title: 'Deshacer un cambio',
    description:
      'Devuelve lo que se cambió a como estaba, todo o nada, hasta 30 días después; si algo cambió desde entonces, no se toca. ' +
      'Deshacer se puede deshacer.',
    operation: undoChange,
    id: CHANGE,
    sendsWebhooks: true,
  },
]

const prices: Tool[] = [
  {
    name: 'change_prices',
    title: 'Cambiar muchos precios',
    description:
      'Sube o baja por porcentaje los precios de una categoría, una búsqueda o unos productos, en dos llamadas: con dryRun=true ' +
      'muestra cómo quedan, y con el seen de esa respuesta, los mismos argumentos y el sí de la persona, los cambia.',
    operation: changePrices,
    sendsWebhooks: true,
  },
]

const methodTools: Tool[] = [
  {
    name: 'list_payment_methods',
    title: 'Ver las formas de pago',
    description:
      'Cómo se paga en la tienda: efectivo, transferencia, Pix o un proveedor, por posición, con sus id.',
    operation: paymentMethods.list,
  },
  {
    name: 'create_payment_method',
    title: 'Crear una forma de pago',
    description:
      'Una forma de pago nueva; a sus cuentas llega el dinero de la tienda: pide confirmación. Bastan kind y name, y en una ' +
      'transferencia accounts.',
    operation: paymentMethods.create,
  },
  {
    name: 'update_payment_method',
    title: 'Cambiar una forma de pago',
    description:
      'Cambia una forma de pago o la oculta (isActive=false): envía solo lo que cambia, con los campos de create_payment_method. ' +
      'Pide confirmación: a sus cuentas llega el dinero.',
    operation: paymentMethods.update,
    id: METHOD,
    before: paymentMethods.find,
  },
  {
    name: 'delete_payment_method',
    title: 'Borrar una forma de pago',
    description: 'Quita una forma de pago del todo; para pausarla, update_payment_method con isActive=false.',
    operation: paymentMethods.delete,
    id: METHOD,
    before: paymentMethods.find,
  },
]

const groupTools: Tool[] = [
  {
    name: 'list_modifier_groups',
    title: 'Ver los grupos de extras',
    description:
      'Lo que se elige al pedir un producto (extras, sabores, tamaños de combo), con sus opciones y precios.',
    operation: modifierGroups.list,
  },
  {
    name: 'create_modifier_group',
    title: 'Crear un grupo de extras',
    description:
      'Un grupo nuevo con sus opciones; después se ofrece en un producto con modifierGroupIds de update_product.',
    operation: modifierGroups.create,
  },
  {
    name: 'update_modifier_group',
    title: 'Cambiar un grupo de extras',
    description:
      'Cambia un grupo en todos los productos que lo ofrecen: envía solo lo que cambia. choices es el conjunto completo, con sus id: ' +
      'las que falten se quitan.',
    operation: modifierGroups.update,
    id: GROUP,
    before: modifierGroups.find,
  },
  {
    name: 'delete_modifier_group',
    title: 'Borrar un grupo de extras',
    description:
      'Quita un grupo de extras de la tienda y de los productos que lo ofrecen. Los pedidos no cambian.',
    operation: modifierGroups.delete,
    id: GROUP,
    before: modifierGroups.find,
  },
]

export const laterTools: Tool[] = [...orders, ...changes, ...prices, ...methodTools, ...groupTools]
