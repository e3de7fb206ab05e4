// Generated from openapi.json by scripts/sdk.ts; not to be edited by hand.

/** Categoría */
export type Category = {
  id: string
  name: string
  slug: string
  position: number
  isActive: boolean
  /** Horario por día, en la hora de la tienda. Cerrar a la hora de abrir o antes es cerrar al día siguiente */
  hours: {
    /** De qué hora a qué hora; sin ninguna está cerrada */
    mon?: Array<Array<string>>
    /** De qué hora a qué hora; sin ninguna está cerrada */
    tue?: Array<Array<string>>
    /** De qué hora a qué hora; sin ninguna está cerrada */
    wed?: Array<Array<string>>
    /** De qué hora a qué hora; sin ninguna está cerrada */
    thu?: Array<Array<string>>
    /** De qué hora a qué hora; sin ninguna está cerrada */
    fri?: Array<Array<string>>
    /** De qué hora a qué hora; sin ninguna está cerrada */
    sat?: Array<Array<string>>
    /** De qué hora a qué hora; sin ninguna está cerrada */
    sun?: Array<Array<string>>
  } | null
  /** Cuántos productos tiene, sin los eliminados */
  productCount: number
  createdAt: string
  updatedAt: string
}

/** Un cambio de la tienda: quién, por qué medio, y cómo era antes y después */
export type Change = {
  id: string
  /** El cambio en una frase, para personas */
  summary: string
  /** Por qué medio */
  by: 'panel' | 'api' | 'assistant' | 'import' | 'operator' | 'whatsapp'
  /** De quién es la cuenta o la clave; nulo si fue el operador del servicio */
  actor: {
    accountId: string
    name: string | null
  } | null
  /** Con qué clave; nulo en el panel */
  keyId: string | null
  /** Lo que cambió: en una lista, lo primero */
  items: Array<{
    /** Qué se cambió */
    resource: 'product' | 'variant' | 'modifierGroup' | 'category' | 'discount' | 'shippingOption' | 'paymentMethod' | 'paymentAccount' | 'order' | 'store' | 'theme' | 'member' | 'invitation' | 'apiKey' | 'webhook' | 'connection'
    id: string
    name: string | null
    action: 'create' | 'update' | 'delete' | 'restore'
    /** Los campos que cambiaron, o todos los de lo que se creó o eliminó; los secretos son nulos */
    before: Record<string, unknown> | null
    /** Los campos que cambiaron, o todos los de lo que se creó o eliminó; los secretos son nulos */
    after: Record<string, unknown> | null
  }>
  /** Cuánto cambió en total */
  itemCount: number
  /** Si se puede deshacer: el catálogo y los ajustes, durante 30 días y una vez */
  canUndo: boolean
  /** El cambio que este deshizo */
  undoes: string | null
  /** El cambio que deshizo este */
  undoneBy: string | null
  createdAt: string
}

/** Cliente */
export type Customer = {
  id: string
  /** Como lo escribió en su último pedido; los que anota la tienda no lo cambian */
  name: string
  /** E.164; uno por cliente */
  phone: string
  /** La última que dio */
  address: string | null
  /** Todos sus pedidos, también los cancelados; no los de prueba */
  orderCount: number
  /** Suma de sus pedidos confirmados, enviados y entregados */
  totalSpent: number
  /** ISO 4217 */
  currency: string
  firstOrderAt: string
  lastOrderAt: string
  createdAt: string
  updatedAt: string
}

/** Código de descuento */
export type Discount = {
  id: string
  code: string
  /** percentage: un porcentaje de los artículos; fixed: un importe en la moneda de la tienda */
  type: 'percentage' | 'fixed'
  value: number
  minOrderTotal: number | null
  maxUses: number | null
  startsAt: string | null
  expiresAt: string | null
  isActive: boolean
  /** Pedidos que lo usan; los cancelados no cuentan */
  usedCount: number
  createdAt: string
  updatedAt: string
}

/** El sobre de todos los errores */
export type Error = {
  /** Qué pasó, en español, para mostrar a una persona */
  error: string
  /** Qué pasó, para programas */
  code: string
  /** Datos propios de cada código */
  details?: Record<string, unknown>
}

/** Foto guardada: derecha, sin datos de la cámara y de 2048 px como máximo */
export type Image = {
  id: string
  /** Dirección para `imageUrl` o `images` */
  url: string
  width: number
  height: number
}

/** Una importación de productos, o su ensayo */
export type Import = {
  id: string
  /** waiting: se está leyendo o guardando; done: hecho, con `error` solo en parte; failed: no cambió nada, `error` dice por qué; undoing, undone: deshecho */
  state: 'waiting' | 'done' | 'failed' | 'undoing' | 'undone'
  /** Un ensayo: no cambia nada */
  dryRun: boolean
  skipRefused: boolean
  fileName: string | null
  /** El tipo de archivo que se reconoció */
  format: 'loyverse' | 'wix' | 'medusa' | 'magento' | 'prestashop' | 'odoo' | 'tiendanube' | 'shopify' | 'feed' | 'woocommerce' | 'vitrina' | null
  /** Qué contiene cada columna; nulo, nada que se importe */
  columns: Array<{
    header: string
    field: string | null
    /** Lo primero que hay en la columna, acortado */
    example: string | null
  }>
  /** Columnas sin campo cuyo nombre habla de existencias o de visibilidad: mira qué dicen */
  unreadColumns: Array<string>
  /** Cuántos productos del archivo hay de cada tipo */
  counts: {
    /** Productos nuevos */
    new: number
    /** Productos que cambian */
    changed: number
    /** Productos que quedan igual */
    unchanged: number
    /** Filas rechazadas */
    refused: number
  }
  /** Importes, existencias y fechas que pueden leerse de dos maneras: sus filas se rechazan */
  ambiguousCells: number
  /** Lo que el archivo dice de sus productos y no se guarda, además de las columnas sin campo */
  dropped: Array<{
    reason: 'comparePrice' | 'saleOutside' | 'saleEnd' | 'sku' | 'gtin' | 'longSku' | 'roundedCode' | 'longName' | 'sharedStock' | 'unpricedVariants' | 'openOptions' | 'external' | 'downloadable' | 'archived' | 'parentCategories' | 'otherCategories' | 'characters' | 'images' | 'picturePaths'
    message: string
    /** De cuántos productos nuevos o que cambian */
    products: number
    /** La línea del primero */
    line: number
  }>
  /** Categorías que el archivo nombra y se crean */
  newCategories: Array<string>
  /** Grupos de extras que el archivo define y se crean */
  newModifierGroups: Array<string>
  /** Cuántos productos permite el plan, cuántos había y cuántos habría */
  cap: {
    limit: number
    used: number
    after: number
  } | null
  /** Fotos del archivo que se descargan a la tienda después de importar */
  pictures: {
    total: number
    stored: number
    failed: number
  }
  /** Qué hizo deshacer: `kept` son los que cambiaron después, y quedan como están */
  undo: {
    restored: number
    deleted: number
    kept: number
  } | null
  error: {
    code: string
    message: string
  } | null
  undoableUntil: string | null
  createdAt: string
  finishedAt: string | null
}

/** Un producto del archivo y lo que pasa con él */
export type ImportedRow = {
  /** Línea del archivo en que empieza */
  line: number
  /** new: se crea; changed: cambia; unchanged: queda igual; refused: rechazada */
  action: 'new' | 'changed' | 'unchanged' | 'refused'
  /** El producto de la tienda; nulo de uno nuevo que no se guardó */
  productId: string | null
  name: string | null
  /** Por qué se rechaza */
  issues: Array<{
    field: string
    reason: string
    message: string
  }>
  /** Cada campo que cambia, con su valor anterior y el nuevo */
  changes: Array<{
    field: string
    before: unknown
    after: unknown
  }>
  /** Al deshacer: los campos que cambiaron después de importar, y quedaron como estaban */
  kept: Array<string>
}

/** Grupo de extras */
export type ModifierGroup = {
  id: string
  name: string
  minChoices: number
  maxChoices: number | null
  /** Cuánto cuesta lo elegido: sum, la suma; highest, lo más caro una sola vez (pizza mitad y mitad); average, el promedio */
  pricing: 'sum' | 'highest' | 'average'
  /** Todas, también las que no están activas */
  choices: Array<{
    id: string
    name: string
    price: number
    maxQuantity: number
    isActive: boolean
  }>
  /** Cuántos productos lo tienen, sin los eliminados */
  productCount: number
  createdAt: string
  updatedAt: string
}

/** Grupo de extras con lo que se puede elegir ahora */
export type OfferedModifierGroup = {
  id: string
  name: string
  minChoices: number
  /** Nulo: sin límite */
  maxChoices: number | null
  /** Cuánto cuesta lo elegido: sum, la suma; highest, lo más caro una sola vez (pizza mitad y mitad); average, el promedio */
  pricing: 'sum' | 'highest' | 'average'
  choices: Array<{
    id: string
    name: string
    price: number
    maxQuantity: number
  }>
}

/** Pedido completo */
export type Order = {
  id: string
  orderNumber: string
  status: OrderStatus
  customerName: string
  /** E.164 */
  customerPhone: string
  items: Array<{
    productId: string
    variantId: string | null
    productName: string
    /** Nulo cuando el producto no tiene variantes */
    variantName: string | null
    quantity: number
    /** De una unidad, con lo que se eligió */
    unitPrice: number
    subtotal: number
    /** Lo que se eligió de los grupos de extras */
    modifiers: Array<{
      /** Nombre del grupo */
      group: string
      name: string
      /** Cuántas por unidad */
      quantity: number
      /** De una, según el grupo; ya está en `unitPrice` */
      price: number
    }>
    /** Nota para este artículo */
    note: string | null
  }>
  /** ISO 4217 */
  currency: string
  /** Suma de los artículos */
  subtotal: number
  discount: {
    code: string
    amount: number
  } | null
  /** Artículos + envío - descuento */
  total: number
  notes: string | null
  /** delivery: se lleva a una dirección; pickup: se recoge en la tienda; here: se toma en una mesa de la tienda */
  deliveryKind: 'delivery' | 'pickup' | 'here' | null
  /** La mesa, de lo que se toma en la tienda */
  table: string | null
  /** Para cuándo lo quiere quien compra */
  wantedAt: string | null
  /** Quien compra aceptó recibir avisos por WhatsApp */
  notifyCustomer: boolean
  /** Quien compra confirmó por WhatsApp que el teléfono es suyo */
  phoneVerified: boolean
  payment: Payment
  /** Pedido de prueba, hecho en el panel: no cuenta en estadísticas ni en el historial del cliente */
  isTest: boolean
  createdAt: string
  customerAddress: string | null
  shippingOption: {
    name: string
    price: number
    /** El nombre de la zona elegida; nulo sin zonas */
    area: string | null
  } | null
  /** Lugar de entrega en el mapa, en grados: lo ven solo la tienda y quien hizo el pedido */
  location: {
    latitude: number
    longitude: number
  } | null
  /** Los estados a los que puede pasar */
  nextStatuses: Array<OrderStatus>
  timeline: Array<{
    status: OrderStatus
    at: string
    /** whatsapp: un botón en WhatsApp; payment: el proveedor confirmó el pago; system: venció el plazo para pagar */
    by: 'shopper' | 'api' | 'panel' | 'assistant' | 'whatsapp' | 'payment' | 'system'
    /** Solo donde quien compra aceptó un cambio: los artículos de antes */
    items?: Array<{
      productId: string
      variantId: string | null
      productName: string
      /** Nulo cuando el producto no tiene variantes */
      variantName: string | null
      quantity: number
      /** De una unidad, con lo que se eligió */
      unitPrice: number
      subtotal: number
      /** Lo que se eligió de los grupos de extras */
      modifiers: Array<{
        /** Nombre del grupo */
        group: string
        name: string
        /** Cuántas por unidad */
        quantity: number
        /** De una, según el grupo; ya está en `unitPrice` */
        price: number
      }>
      /** Nota para este artículo */
      note: string | null
    }>
    /** Solo con `items`: el total de antes */
    total?: number
  }>
  proposal: Proposal
  notification: {
    /** NOT_CONFIGURED: no se avisa, por falta de WhatsApp, porque falta confirmar el número de la tienda (`reason` lo dice) o porque el pedido se anotó en el panel */
    state: 'NOT_CONFIGURED' | 'QUEUED' | 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'
    updatedAt: string
    reason: string | null
  }
  updatedAt: string
}

/** pending: recibido; confirmed: confirmado; shipped: enviado; delivered: entregado; cancelled: cancelado */
export type OrderStatus = 'pending' | 'confirmed' | 'shipped' | 'delivered' | 'cancelled'

/** Pedido en una lista */
export type OrderSummary = {
  id: string
  orderNumber: string
  status: OrderStatus
  customerName: string
  /** E.164 */
  customerPhone: string
  items: Array<{
    productName: string
    /** Nulo cuando el producto no tiene variantes */
    variantName: string | null
    quantity: number
    /** De una unidad, con lo que se eligió */
    unitPrice: number
    subtotal: number
    /** Lo que se eligió de los grupos de extras */
    modifiers: Array<{
      /** Nombre del grupo */
      group: string
      name: string
      /** Cuántas por unidad */
      quantity: number
      /** De una, según el grupo; ya está en `unitPrice` */
      price: number
    }>
    /** Nota para este artículo */
    note: string | null
  }>
  /** ISO 4217 */
  currency: string
  /** Suma de los artículos */
  subtotal: number
  discount: {
    code: string
    amount: number
  } | null
  /** Artículos + envío - descuento */
  total: number
  notes: string | null
  /** delivery: se lleva a una dirección; pickup: se recoge en la tienda; here: se toma en una mesa de la tienda */
  deliveryKind: 'delivery' | 'pickup' | 'here' | null
  /** La mesa, de lo que se toma en la tienda */
  table: string | null
  /** Para cuándo lo quiere quien compra */
  wantedAt: string | null
  /** Quien compra aceptó recibir avisos por WhatsApp */
  notifyCustomer: boolean
  /** Quien compra confirmó por WhatsApp que el teléfono es suyo */
  phoneVerified: boolean
  /** Pago de un pedido */
  payment: {
    methodId: string
    /** cash: efectivo al recibir; transfer: transferencia; pix: Pix; mercadopago y stripe: con ese proveedor */
    kind: 'cash' | 'transfer' | 'pix' | 'mercadopago' | 'stripe'
    /** Como se llamaba la forma de pago al hacer el pedido */
    name: string
    state: PaymentState
    /** El total del pedido */
    amount: number
    /** En efectivo: con cuánto paga, para llevar el cambio */
    changeFor: number | null
    /** El comprobante: lo que anotó la tienda, o el pago del proveedor */
    reference: string | null
    paidAt: string | null
    /** Quién movió el pago la última vez */
    by: 'shopper' | 'panel' | 'api' | 'assistant' | 'whatsapp' | 'system' | 'mercadopago' | 'stripe'
  } | null
  /** Pedido de prueba, hecho en el panel: no cuenta en estadísticas ni en el historial del cliente */
  isTest: boolean
  createdAt: string
}

/** Pago de un pedido completo */
export type Payment = {
  methodId: string
  /** cash: efectivo al recibir; transfer: transferencia; pix: Pix; mercadopago y stripe: con ese proveedor */
  kind: 'cash' | 'transfer' | 'pix' | 'mercadopago' | 'stripe'
  /** Como se llamaba la forma de pago al hacer el pedido */
  name: string
  state: PaymentState
  /** El total del pedido */
  amount: number
  /** En efectivo: con cuánto paga, para llevar el cambio */
  changeFor: number | null
  /** El comprobante: lo que anotó la tienda, o el pago del proveedor */
  reference: string | null
  paidAt: string | null
  /** Quién movió el pago la última vez */
  by: 'shopper' | 'panel' | 'api' | 'assistant' | 'whatsapp' | 'system' | 'mercadopago' | 'stripe'
  /** Los comprobantes que envió quien compra */
  receipts: Array<{
    id: string
    sentAt: string
    /** El pedido para el que ya se había enviado */
    duplicateOf: string | null
  }>
  /** El código de Pix con el importe exacto, mientras falta pagar */
  pix: string | null
  /** Dónde se paga con el proveedor; nulo mientras no haya respondido */
  payUrl: string | null
} | null

/** Forma de pago */
export type PaymentMethod = {
  id: string
  /** cash: efectivo al recibir; transfer: transferencia; pix: Pix; mercadopago y stripe: con ese proveedor */
  kind: 'cash' | 'transfer' | 'pix' | 'mercadopago' | 'stripe'
  name: string
  instructions: string | null
  accounts: Array<{
    label: string
    value: string
  }>
  pixKey: string | null
  merchantName: string | null
  merchantCity: string | null
  position: number
  isActive: boolean
  createdAt: string
  updatedAt: string
}

/** Tienda suspendida por falta de pago */
export type PaymentRequired = {
  error: 'payment_required'
  /** Qué pasó, en español, para mostrar a una persona */
  message: string
  state: 'suspended'
  /** Dónde paga el dueño de la tienda */
  upgradeUrl: string
}

/** PENDING: por pagar; REVIEW: la tienda tiene que ver el comprobante; PAID: pagado; REFUNDED: devuelto */
export type PaymentState = 'PENDING' | 'REVIEW' | 'PAID' | 'REFUNDED'

/** El plan de la tienda no permite más */
export type PlanLimitReached = {
  error: 'plan_limit_reached'
  code: 'PLAN_LIMIT_REACHED'
  /** Qué pasó, en español, para mostrar a una persona */
  message: string
  /** De qué hay demasiado */
  resource: string
  /** Cuántos permite el plan */
  limit: number
  /** Cuántos hay */
  used: number
  /** Dónde se contrata un plan */
  upgradeUrl: string
}

/** La operación necesita un plan de pago */
export type PlanRequired = {
  error: 'plan_required'
  code: 'PLAN_REQUIRED'
  /** Qué pasó, en español, para mostrar a una persona */
  message: string
  /** La función de pago */
  feature: 'advancedAnalytics' | 'reviewModeration'
  /** Dónde se contrata un plan */
  upgradeUrl: string
}

/** Producto */
export type Product = {
  id: string
  name: string
  slug: string
  description: string | null
  price: number
  comparePrice: number | null
  /** Lo que cuesta cada unidad desde una cantidad: se suman las variantes que siguen al precio del producto */
  quantityPrices: Array<QuantityPrice>
  minQuantity: number
  quantityStep: number
  sku: string | null
  gtin: string | null
  brand: string | null
  imageUrl: string | null
  /** Las fotos en su orden; la primera es `imageUrl` */
  images: Array<ProductImage>
  isActive: boolean
  categoryId: string | null
  /** Los grupos de extras, en su orden */
  modifierGroupIds: Array<string>
  /** En qué se distinguen las variantes, como talla y color */
  options: Array<ProductOption>
  /** Las activas; un producto sin variantes tiene una, llamada «Única», que sigue al precio del producto */
  variants: Array<Variant>
  createdAt: string
  updatedAt: string
}

/** Producto, con lo que se puede elegir al pedirlo */
export type ProductDetail = {
  id: string
  name: string
  slug: string
  description: string | null
  price: number
  comparePrice: number | null
  /** Lo que cuesta cada unidad desde una cantidad: se suman las variantes que siguen al precio del producto */
  quantityPrices: Array<QuantityPrice>
  minQuantity: number
  quantityStep: number
  sku: string | null
  gtin: string | null
  brand: string | null
  imageUrl: string | null
  /** Las fotos en su orden; la primera es `imageUrl` */
  images: Array<ProductImage>
  isActive: boolean
  categoryId: string | null
  /** Los grupos de extras, en su orden */
  modifierGroupIds: Array<string>
  /** En qué se distinguen las variantes, como talla y color */
  options: Array<ProductOption>
  /** Las activas; un producto sin variantes tiene una, llamada «Única», que sigue al precio del producto */
  variants: Array<Variant>
  createdAt: string
  updatedAt: string
  /** Los grupos de `modifierGroupIds` con las opciones activas. Un grupo obligatorio al que no le quedan deja el producto agotado */
  modifierGroups: Array<OfferedModifierGroup>
}

/** Una foto del producto */
export type ProductImage = {
  url: string
  alt: string | null
}

/** Una opción del producto y sus valores */
export type ProductOption = {
  name: string
  values: Array<string>
}

/** Cambio del pedido que la tienda propone a quien compra */
export type Proposal = {
  /** Los artículos que tendría el pedido */
  items: Array<{
    productId: string
    variantId: string | null
    productName: string
    /** Nulo cuando el producto no tiene variantes */
    variantName: string | null
    quantity: number
    /** De una unidad, con lo que se eligió */
    unitPrice: number
    subtotal: number
    /** Lo que se eligió de los grupos de extras */
    modifiers: Array<{
      /** Nombre del grupo */
      group: string
      name: string
      /** Cuántas por unidad */
      quantity: number
      /** De una, según el grupo; ya está en `unitPrice` */
      price: number
    }>
    /** Nota para este artículo */
    note: string | null
  }>
  subtotal: number
  /** Lo que se descuenta; 0 si el código ya no vale con el cambio */
  discount: number
  /** Lo que cuesta el envío */
  shipping: number
  /** Artículos + envío - descuento */
  total: number
  /** Lo que la tienda dice a quien compra */
  message: string | null
  /** OPEN: espera a quien compra; ACCEPTED: aceptada; DECLINED: no la quiso; WITHDRAWN: la tienda la retiró, o el pedido siguió sin ella; EXPIRED: pasaron 48 horas */
  state: 'OPEN' | 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN' | 'EXPIRED'
  sentAt: string
  decidedAt: string | null
} | null

/** Lo que cuesta cada unidad desde una cantidad */
export type QuantityPrice = {
  from: number
  price: number
}

/** Reseña */
export type Review = {
  id: string
  productId: string
  productName: string
  /** Quién opina */
  name: string
  text: string
  rating: number
  /** pending: sin moderar; approved: se muestra en la tienda; rejected: no se muestra */
  status: 'pending' | 'approved' | 'rejected'
  /** Si quien opina demostró que compró el producto */
  verifiedPurchase: boolean
  createdAt: string
  updatedAt: string
}

/** Opción de envío */
export type ShippingOption = {
  id: string
  name: string
  price: number
  /** delivery: se lleva a una dirección; pickup: se recoge en la tienda; here: se toma en una mesa de la tienda */
  kind: 'delivery' | 'pickup' | 'here'
  description: string | null
  estimatedDelivery: string | null
  position: number
  isActive: boolean
  areas: Array<{
    id: string
    name: string
    price: number | null
    postalCodes: Array<string>
  }>
  createdAt: string
  updatedAt: string
}

/** Tienda */
export type Store = {
  id: string
  name: string
  slug: string
  description: string | null
  whatsappNumber: string | null
  currency: string
  /** De lo que leen sus clientes, no de lo que escribes */
  language: 'es' | 'pt' | 'en'
  messageTemplate: string | null
  address: string | null
  /** Sin @ */
  instagram: string | null
  paymentInstructions: string | null
  minimumOrder: number | null
  freeShippingFrom: number | null
  /** Qué dice la tienda de un precio 0: `free`, «Gratis»; `ask`, «Consultar precio»: se pregunta por WhatsApp y no se puede pedir */
  zeroPrice: 'free' | 'ask'
  /** Horario por día, en la hora de la tienda. Cerrar a la hora de abrir o antes es cerrar al día siguiente */
  hours: {
    /** De qué hora a qué hora; sin ninguna está cerrada */
    mon?: Array<Array<string>>
    /** De qué hora a qué hora; sin ninguna está cerrada */
    tue?: Array<Array<string>>
    /** De qué hora a qué hora; sin ninguna está cerrada */
    wed?: Array<Array<string>>
    /** De qué hora a qué hora; sin ninguna está cerrada */
    thu?: Array<Array<string>>
    /** De qué hora a qué hora; sin ninguna está cerrada */
    fri?: Array<Array<string>>
    /** De qué hora a qué hora; sin ninguna está cerrada */
    sat?: Array<Array<string>>
    /** De qué hora a qué hora; sin ninguna está cerrada */
    sun?: Array<Array<string>>
  } | null
  /** IANA; la de la moneda mientras no se elija otra */
  timeZone: string
  closedUntil: string | null
  closedMessage: string | null
  ordersWhileClosed: boolean
  closedForOrders: boolean
  confirmPaidOrders: boolean
  unpaidHours: number | null
  /** `ask`: la página del pedido pide a quien compra confirmar su teléfono por WhatsApp; ningún pedido espera por ello */
  phoneVerification: 'off' | 'ask'
  allowedOrigins: Array<string>
  /** Plan de la tienda */
  plan: 'free' | 'pro' | 'lifetime'
  billingState: 'active' | 'suspended'
  /** La tienda para quien compra */
  url: string
  createdAt: string
  updatedAt: string
}

/** Error de validación: dice qué campo y por qué */
export type ValidationError = {
  /** Qué pasó, en español, para mostrar a una persona */
  error: string
  code: 'VALIDATION_ERROR'
  details: {
    /** El primer campo rechazado */
    field: string
    /** Por qué */
    reason: string
    /** Todo lo que se encontró */
    issues: Array<{
      /** Ruta con puntos, por ejemplo items.0.quantity */
      field: string
      /** Por qué se rechaza, para programas */
      reason: string
      /** Por qué se rechaza, para personas */
      message: string
      /** Con `out_of_stock`: cuántas unidades quedan */
      available?: number
      /** Con `min_items` o `max_items` en `items.N.modifiers`: de qué grupo de extras */
      group?: string
      /** Con `minimum` en `items.N.quantity`: el mínimo del producto */
      minimum?: number
      /** Con `invalid` en `items.N.quantity`: de a cuántas se vende el producto */
      step?: number
      /** Con `closed`: desde cuándo se vende; nulo si no tiene horario ninguno */
      opensAt?: string | null
    }>
    /** Con `out_of_stock`: cuántas unidades quedan */
    available?: number
    /** Con `min_items` o `max_items` en `items.N.modifiers`: de qué grupo de extras */
    group?: string
    /** Con `minimum` en `items.N.quantity`: el mínimo del producto */
    minimum?: number
    /** Con `invalid` en `items.N.quantity`: de a cuántas se vende el producto */
    step?: number
    /** Con `closed`: desde cuándo se vende; nulo si no tiene horario ninguno */
    opensAt?: string | null
  }
}

/** Variante: lo que se pide */
export type Variant = {
  id: string
  name: string
  /** El suyo, o el del producto */
  price: number
  /** Los de una variante con precio propio; las demás siguen a los del producto */
  quantityPrices: Array<QuantityPrice>
  isActive: boolean
  /** Uno de cada opción del producto */
  optionValues: Array<string>
  /** Foto propia */
  imageUrl: string | null
  /** Cuántas hay; nulo si no se cuentan */
  stock: number | null
  sku: string | null
  gtin: string | null
}

export type ErrorCode =
  | 'CHANGED_SINCE'
  | 'CURRENCY_LOCKED'
  | 'CURRENCY_MISMATCH'
  | 'DUPLICATE_CODE'
  | 'DUPLICATE_METHOD'
  | 'DUPLICATE_ORDER'
  | 'DUPLICATE_SKU'
  | 'DUPLICATE_SLUG'
  | 'FORBIDDEN'
  | 'HEADERS_TOO_LARGE'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IMPORT_IN_PROGRESS'
  | 'IMPORT_NOT_UNDOABLE'
  | 'INTERNAL_ERROR'
  | 'INVALID_STATUS_TRANSITION'
  | 'LIMIT_REACHED'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_CONNECTED'
  | 'NOT_FOUND'
  | 'NOT_UNDOABLE'
  | 'NO_PAYMENT_METHOD'
  | 'PAID_BY_PROVIDER'
  | 'PAYLOAD_TOO_LARGE'
  | 'PLAN_LIMIT_REACHED'
  | 'PLAN_REQUIRED'
  | 'PROPOSAL_NOT_POSSIBLE'
  | 'PROPOSAL_OPEN'
  | 'RATE_LIMIT_EXCEEDED'
  | 'RECEIPT_NOT_EXPECTED'
  | 'REPLAY_IN_PROGRESS'
  | 'SERVICE_UNAVAILABLE'
  | 'SLUG_LIMIT_REACHED'
  | 'STORE_CLOSED'
  | 'TOTAL_CHANGED'
  | 'UNAUTHORIZED'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'VALIDATION_ERROR'
  | 'store_required'

export type WebhookMessage =
  | {
    /** Igual a la cabecera webhook-id: sirve para no procesarlo dos veces */
    id: string
    type: 'order.created'
    /** Cuándo ocurrió */
    timestamp: string
    /** La tienda */
    storeId: string
    data: Order
  }
  | {
    /** Igual a la cabecera webhook-id: sirve para no procesarlo dos veces */
    id: string
    type: 'order.updated'
    /** Cuándo ocurrió */
    timestamp: string
    /** La tienda */
    storeId: string
    data: Order
  }
  | {
    /** Igual a la cabecera webhook-id: sirve para no procesarlo dos veces */
    id: string
    type: 'order.paid'
    /** Cuándo ocurrió */
    timestamp: string
    /** La tienda */
    storeId: string
    data: Order
  }
  | {
    /** Igual a la cabecera webhook-id: sirve para no procesarlo dos veces */
    id: string
    type: 'product.created'
    /** Cuándo ocurrió */
    timestamp: string
    /** La tienda */
    storeId: string
    data: ProductDetail
  }
  | {
    /** Igual a la cabecera webhook-id: sirve para no procesarlo dos veces */
    id: string
    type: 'product.updated'
    /** Cuándo ocurrió */
    timestamp: string
    /** La tienda */
    storeId: string
    data: ProductDetail
  }
  | {
    /** Igual a la cabecera webhook-id: sirve para no procesarlo dos veces */
    id: string
    type: 'product.deleted'
    /** Cuándo ocurrió */
    timestamp: string
    /** La tienda */
    storeId: string
    data: {
      id: string
      slug: string
      deletedAt: string
    }
  }

export type Operations = {
  /** Saber si una dirección de tienda está libre */
  checkSlug: {
    params: {
      /** Dirección de la tienda: minúsculas, números y guiones */
      slug: string
    }
    body: undefined
    answer: {
      available: boolean
    }
  }
  /** Hacer un pedido */
  createOrder: {
    params: {}
    body: {
      /** Tienda a la que se pide */
      storeId: string
      /** Nombre del cliente */
      name: string
      /** Teléfono del cliente, con código de país (E.164) */
      phone: string
      /** Dirección de entrega */
      address?: string | null
      items: Array<{
        /** Variante que se pide */
        variantId: string
        quantity: number
        /** Lo que se elige de los grupos de extras del producto */
        modifiers?: Array<{
          /** Opción de un grupo de extras del producto */
          choiceId: string
          /** Cuántas por unidad; si falta, una */
          quantity?: number
        }>
        /** Nota para este artículo */
        note?: string | null
      }>
      /** Notas para la tienda */
      notes?: string | null
      /** Opción de envío */
      shippingOptionId?: string | null
      /** La mesa, con una opción de envío `here` */
      table?: string | null
      /** Zona de la opción de envío, obligatoria si la opción tiene zonas */
      areaId?: string | null
      /** Lugar de entrega en el mapa, en grados: lo ven solo la tienda y quien hizo el pedido */
      location?: {
        latitude: number
        longitude: number
      } | null
      /** Código de descuento */
      discountCode?: string | null
      /** Para cuándo se quiere: una hora que no haya pasado, en los próximos dos años. La página de la tienda ofrece las de su horario */
      wantedAt?: string | null
      /** Forma de pago */
      paymentMethodId?: string | null
      /** Solo en efectivo: con cuánto paga, para llevarle el cambio */
      changeFor?: number | null
      /** El total que vio quien compra: si resulta otro, el pedido no se hace (409 TOTAL_CHANGED) */
      expectedTotal?: number | null
      /** Si quien compra acepta que le avisen por WhatsApp al confirmar y al enviar el pedido */
      notifyCustomer?: boolean
    }
    answer: {
      id: string
      orderNumber: string
      /** Enlace wa.me a la tienda con el mensaje del pedido ya escrito */
      whatsappUrl: string | null
      /** Página del pedido para quien lo hizo */
      trackingUrl: string
      /** Lo que cuesta, con envío y descuento */
      total: number
      currency: string
      payment: Payment
    }
  }
  /** Opinar de un producto */
  createReview: {
    params: {}
    body: {
      /** Producto del que se opina */
      productId: string
      /** Tienda del producto */
      storeId: string
      /** Quién opina */
      name: string
      /** La opinión */
      text: string
      /** De 1 a 5 estrellas */
      rating: number
      /** El código al final de la dirección de seguimiento de un pedido: si el pedido tiene el producto, la compra queda verificada */
      trackingToken?: string | null
    }
    answer: {
      id: string
    }
  }
  /** Registrar un evento de la tienda */
  createCatalogEvent: {
    params: {}
    body: {
      /** Tienda de la que se informa */
      storeId: string
      /** ADD_TO_CART: algo se puso en el carrito; CHECKOUT_COMPLETED: se hizo un pedido */
      type: 'ADD_TO_CART' | 'CHECKOUT_COMPLETED'
      /** Sesión anónima de quien visita */
      sessionId: string
      /** Datos libres, hasta 2048 bytes de JSON. Se aceptan y no se guardan */
      metadata?: Record<string, unknown>
    }
    answer: {
      ok: boolean
    }
  }
  /** Saber si el proceso vive */
  getHealth: {
    params: {}
    body: undefined
    answer: {
      status: 'ok'
      timestamp: string
    }
  }
  /** Saber si el servicio puede atender */
  getReady: {
    params: {}
    body: undefined
    answer: {
      status: 'ok' | 'error'
      database: 'connected' | 'disconnected'
      timestamp: string
      /** Por qué no puede atender; solo con 503 */
      reason?: 'disk_full' | 'connections_used_up' | 'read_only' | 'not_serving' | 'login_rejected' | 'unreachable' | 'no_answer' | 'not_saving' | 'stopping'
      /** Los envíos: si un proceso los atiende, y qué debió salir y aún espera */
      details?: {
        worker: 'running' | 'silent'
        workerSilentSince: string | null
        due: Array<{
          kind: 'whatsapp' | 'customer' | 'webhook' | 'mail' | 'push' | 'payment' | 'answer' | 'restock'
          /** Cuántos envíos esperan, hasta 1000 */
          count: number
          /** Desde cuándo debió salir el primero */
          since: string
        }>
      }
    }
  }
  /** Ver si un dominio puede tener certificado */
  isDomainAllowed: {
    params: {
      /** El dominio */
      domain: string
    }
    body: undefined
    answer: {
      allowed: true
    }
  }
  /** Leer este documento */
  getOpenapi: {
    params: {}
    body: undefined
    answer: {
      openapi: string
    }
  }
  /** Enviar el comprobante de un pago */
  createReceipt: {
    params: {}
    body: {
      /** La última parte de `trackingUrl` */
      token: string
      /** La foto o el PDF del comprobante */
      file: Blob
    }
    answer: {
      state: PaymentState
    }
  }
  /** Confirmar la dirección de avisos ante WhatsApp */
  verifyWhatsappCallback: {
    params: {
      /** Siempre `subscribe` */
      'hub.mode'?: string
      /** El token acordado con Meta */
      'hub.verify_token'?: string
      /** Lo que se responde */
      'hub.challenge'?: string
    }
    body: undefined
    answer: string
  }
  /** Recibir de WhatsApp mensajes y el estado de los avisos */
  receiveWhatsappCallback: {
    params: {}
    body: undefined
    answer: {
      received: true
    }
  }
  /** Recibir de Stripe los eventos de facturación */
  receiveStripeEvent: {
    params: {}
    body: undefined
    answer: {
      received: true
    }
  }
  /** Recibir de Mercado Pago los avisos de pagos */
  receiveMercadoPagoNotification: {
    params: {}
    body: undefined
    answer: {
      received: true
    }
  }
  /** Recibir de Stripe los avisos de pagos */
  receiveStripePaymentEvent: {
    params: {}
    body: undefined
    answer: {
      received: true
    }
  }
  /** Leer la tienda */
  getStore: {
    params: {}
    body: undefined
    answer: {
      data: Store
    }
  }
  /** Cambiar los ajustes de la tienda */
  updateStore: {
    params: {}
    body: {
      /** Nombre de la tienda */
      name?: string
      /** Dirección de la tienda: minúsculas, números y guiones */
      slug?: string
      /** Descripción */
      description?: string | null
      /** Número de WhatsApp que recibe los pedidos (E.164) */
      whatsappNumber?: string | null
      /** Moneda (ISO 4217) */
      currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'ANG' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BGN' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHF' | 'CLP' | 'CNY' | 'COP' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'UYU' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG'
      /** De lo que leen sus clientes, no de lo que escribes */
      language?: 'es' | 'pt' | 'en'
      /** Mensaje de WhatsApp del pedido, con {{pedido}}, {{cliente}}, {{productos}}, {{total}}… */
      messageTemplate?: string | null
      /** Dónde está la tienda */
      address?: string | null
      /** Usuario de Instagram; se guarda sin @ */
      instagram?: string | null
      /** Cómo pagar: lo lee quien compra en la página de su pedido; en el mensaje, solo donde la plantilla diga {{pago}} */
      paymentInstructions?: string | null
      /** Pedido mínimo, en productos */
      minimumOrder?: number | null
      /** Desde cuánto, en productos, el envío es gratis */
      freeShippingFrom?: number | null
      /** Qué dice la tienda de un precio 0: `free`, «Gratis»; `ask`, «Consultar precio»: se pregunta por WhatsApp y no se puede pedir */
      zeroPrice?: 'free' | 'ask'
      /** Horario por día, en la hora de la tienda. Cerrar a la hora de abrir o antes es cerrar al día siguiente */
      hours?: {
        /** De qué hora a qué hora; sin ninguna está cerrada */
        mon?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        tue?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        wed?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        thu?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        fri?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        sat?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        sun?: Array<Array<string>>
      } | null
      /** Zona horaria (IANA); nula es la de la moneda */
      timeZone?: string | null
      /** Cerrada hasta este instante, aunque el horario diga otra cosa */
      closedUntil?: string | null
      /** Lo que lee quien compra mientras `closedUntil` no llega */
      closedMessage?: string | null
      /** Si se puede pedir mientras está cerrada; nulo equivale a que sí */
      ordersWhileClosed?: boolean | null
      /** Hasta `closedUntil` tampoco se puede pedir, aunque `ordersWhileClosed` lo permita; otro `closedUntil` sin él lo apaga */
      closedForOrders?: boolean
      /** El pago que confirma un proveedor confirma el pedido */
      confirmPaidOrders?: boolean
      /** Horas hasta cancelar un pedido pendiente sin pagar, salvo en efectivo; nulo: nunca */
      unpaidHours?: number | null
      /** `ask`: la página del pedido pide a quien compra confirmar su teléfono por WhatsApp; ningún pedido espera por ello */
      phoneVerification?: 'off' | 'ask'
      /** Orígenes de las páginas web que pueden usar la API con una clave de la tienda (CORS) */
      allowedOrigins?: Array<string>
    }
    answer: {
      data: Store
    }
  }
  /** Listar productos */
  listProducts: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
      /** active: los que se ven en el catálogo; inactive: los que no; all: todos */
      status?: 'active' | 'inactive' | 'all'
      /** Palabras del nombre, las variantes, la categoría o la descripción; si nada coincide, se perdona una letra por palabra */
      search?: string
      /** Solo los de esta categoría */
      categoryId?: string
      /** Precio mínimo de una unidad */
      minPrice?: number
      /** Precio máximo de una unidad */
      maxPrice?: number
      /** Con una variante activa de la que quedan tantas o menos; 0: agotadas */
      maxStock?: number
      /** Cambiados desde entonces */
      updatedSince?: string
      /** active: solo las variantes activas; all: todas */
      variants?: 'active' | 'all'
      /** Orden; con - delante, al revés. Sin él, los más nuevos primero, y en una búsqueda los que más coinciden */
      sort?: '-createdAt' | 'createdAt' | '-updatedAt' | 'updatedAt' | '-name' | 'name' | '-price' | 'price'
    }
    body: undefined
    answer: {
      data: Array<Product>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
    }
  }
  /** Crear un producto */
  createProduct: {
    params: {}
    body: {
      /** Nombre */
      name: string
      /** Precio en la moneda de la tienda */
      price: number
      /** Dirección del producto dentro de la tienda; si falta al crearlo, sale del nombre */
      slug?: string
      /** Descripción */
      description?: string | null
      /** Precio anterior, mayor que el precio, para mostrar una rebaja */
      comparePrice?: number | null
      /** Precios por cantidad: cada uno desde más unidades, y más bajo que el anterior y que el precio */
      quantityPrices?: Array<{
        /** Desde cuántas unidades */
        from: number
        /** Lo que cuesta cada una */
        price: number
      }>
      /** Cuántas se piden como mínimo, sumadas las variantes; 1 si no se dice */
      minQuantity?: number
      /** De a cuántas se pide: la suma de las variantes es un múltiplo; 1 si no se dice */
      quantityStep?: number
      /** Código interno, único en la tienda */
      sku?: string | null
      /** Código de barras (GTIN, EAN o UPC): 8, 12, 13 o 14 cifras */
      gtin?: string | null
      /** Marca */
      brand?: string | null
      /** Dirección https de la imagen principal, o la de una foto subida; es la primera de `images` */
      imageUrl?: string | null
      /** Las fotos en su orden; la primera es `imageUrl` */
      images?: Array<{
        /** Dirección https, o la de una foto subida a la tienda */
        url: string
        /** Qué muestra la foto, para quien no puede verla */
        alt?: string | null
      }>
      /** Si se ve en el catálogo */
      isActive?: boolean
      /** Categoría de la misma tienda */
      categoryId?: string | null
      /** Sus grupos de extras, en orden */
      modifierGroupIds?: Array<string>
      /** En qué se distinguen las variantes, como talla y color; cada variante lleva sus valores en `optionValues` */
      options?: Array<{
        /** Por ejemplo, la talla o el color */
        name: string
        values: Array<string>
      }>
      /** Tallas, tamaños o sabores; sin ellas el producto tiene una sola variante, Única */
      variants?: Array<{
        /** Por ejemplo, la talla o el color */
        name: string
        /** Variante que ya existe; sin id es una nueva */
        id?: string
        /** Precio propio; si es nulo o falta, es el del producto */
        price?: number | null
        /** Precios por cantidad: cada uno desde más unidades, y más bajo que el anterior y que el precio */
        quantityPrices?: Array<{
          /** Desde cuántas unidades */
          from: number
          /** Lo que cuesta cada una */
          price: number
        }>
        /** Si se puede pedir */
        isActive?: boolean
        /** Un valor de cada opción del producto, en su orden */
        optionValues?: Array<string>
        /** Foto propia: dirección https, o la de una foto subida a la tienda */
        imageUrl?: string | null
        /** Cuántas hay; nulo si no se cuentan. Los pedidos las descuentan */
        stock?: number | null
        /** Código interno, único en la tienda */
        sku?: string | null
        /** Código de barras (GTIN, EAN o UPC): 8, 12, 13 o 14 cifras */
        gtin?: string | null
      }>
    }
    answer: {
      data: ProductDetail
    }
  }
  /** Leer un producto */
  getProduct: {
    params: {
      /** Identificador */
      id: string
      /** active: solo las variantes activas; all: todas */
      variants?: 'active' | 'all'
    }
    body: undefined
    answer: {
      data: ProductDetail
    }
  }
  /** Cambiar un producto */
  updateProduct: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      /** Nombre */
      name?: string
      /** Dirección del producto dentro de la tienda; si falta al crearlo, sale del nombre */
      slug?: string
      /** Descripción */
      description?: string | null
      /** Precio en la moneda de la tienda */
      price?: number
      /** Precio anterior, mayor que el precio, para mostrar una rebaja */
      comparePrice?: number | null
      /** Precios por cantidad: cada uno desde más unidades, y más bajo que el anterior y que el precio */
      quantityPrices?: Array<{
        /** Desde cuántas unidades */
        from: number
        /** Lo que cuesta cada una */
        price: number
      }>
      /** Cuántas se piden como mínimo, sumadas las variantes; 1 si no se dice */
      minQuantity?: number
      /** De a cuántas se pide: la suma de las variantes es un múltiplo; 1 si no se dice */
      quantityStep?: number
      /** Código interno, único en la tienda */
      sku?: string | null
      /** Código de barras (GTIN, EAN o UPC): 8, 12, 13 o 14 cifras */
      gtin?: string | null
      /** Marca */
      brand?: string | null
      /** Dirección https de la imagen principal, o la de una foto subida; es la primera de `images` */
      imageUrl?: string | null
      /** Las fotos en su orden; la primera es `imageUrl` */
      images?: Array<{
        /** Dirección https, o la de una foto subida a la tienda */
        url: string
        /** Qué muestra la foto, para quien no puede verla */
        alt?: string | null
      }>
      /** Si se ve en el catálogo */
      isActive?: boolean
      /** Categoría de la misma tienda */
      categoryId?: string | null
      /** Sus grupos de extras, en orden */
      modifierGroupIds?: Array<string>
      /** En qué se distinguen las variantes, como talla y color; cada variante lleva sus valores en `optionValues` */
      options?: Array<{
        /** Por ejemplo, la talla o el color */
        name: string
        values: Array<string>
      }>
      /** Solo se lee: se acepta, para poder enviar lo que se leyó, y no cambia nada */
      modifierGroups?: Array<unknown>
      /** El conjunto nuevo: con id cambia la que existe, sin id (y con name) agrega una, y las activas que falten se quitan */
      variants?: Array<{
        /** Variante que ya existe; sin id es una nueva */
        id?: string
        /** Por ejemplo, la talla o el color */
        name?: string
        /** Precio propio; si es nulo o falta, es el del producto */
        price?: number | null
        /** Precios por cantidad: cada uno desde más unidades, y más bajo que el anterior y que el precio */
        quantityPrices?: Array<{
          /** Desde cuántas unidades */
          from: number
          /** Lo que cuesta cada una */
          price: number
        }>
        /** Si se puede pedir */
        isActive?: boolean
        /** Un valor de cada opción del producto, en su orden */
        optionValues?: Array<string>
        /** Foto propia: dirección https, o la de una foto subida a la tienda */
        imageUrl?: string | null
        /** Cuántas hay; nulo si no se cuentan. Los pedidos las descuentan */
        stock?: number | null
        /** Código interno, único en la tienda */
        sku?: string | null
        /** Código de barras (GTIN, EAN o UPC): 8, 12, 13 o 14 cifras */
        gtin?: string | null
      }>
    }
    answer: {
      data: ProductDetail
    }
  }
  /** Eliminar un producto */
  deleteProduct: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        deleted: true
      }
    }
  }
  /** Cambiar muchos precios */
  changePrices: {
    params: {}
    body: {
      /** 5 sube los precios un 5 %; -10 los baja un 10 %. Hasta dos decimales */
      percent: number
      /** 1: a enteros; 5, 10, 50, 100, 500: a múltiplos; .90 y 990: terminados así. En monedas sin centavos (CLP, PYG) 1 es 100, 5 es 50 y .90 es 990. Si falta, hasta los decimales de la moneda */
      rounding?: '1' | '5' | '10' | '50' | '100' | '500' | '990' | '.90'
      /** Solo los de esta categoría: su id, su slug o su nombre */
      category?: string
      /** Solo los que encuentra esta búsqueda */
      search?: string
      /** Si falta, todos: también los que no se ven */
      status?: 'active' | 'inactive' | 'all'
      /** Solo estos, en lugar de category, search y status */
      productIds?: Array<string>
      /** true: dice cómo quedarían los precios, y no cambia ninguno */
      dryRun?: boolean
      /** El `seen` que respondió el ensayo; sin él no se cambia nada */
      seen?: string
    }
    answer: {
      data: {
        dryRun: boolean
        /** Cuántos productos se eligieron */
        matched: number
        /** De cuántos cambia el precio */
        changed: number
        /** Lo que el ensayo mostró; se envía para aplicarlo */
        seen: string
        /** Los primeros 20 que cambian */
        products: Array<{
          id: string
          name: string
          from: number
          to: number
          /** Cuántas variantes tienen un precio propio, que también cambia */
          variants: number
          /** Si su precio anterior ya no sería mayor, y se quita */
          losesComparePrice: boolean
          /** Si por el redondeo un precio por cantidad ya no sería menor, y se quita */
          losesQuantityPrices: boolean
        }>
      }
    }
  }
  /** Restaurar un producto eliminado */
  restoreProduct: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: ProductDetail
    }
  }
  /** Listar las importaciones */
  listImports: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
    }
    body: undefined
    answer: {
      data: Array<Import>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
    }
  }
  /** Importar productos */
  createImport: {
    params: {
      /** Cuando el cuerpo es el archivo: ensayar sin guardar nada */
      dryRun?: boolean
      /** Cuando el cuerpo es el archivo: importar sin las filas rechazadas */
      skipRefused?: boolean
      /** Cuando el cuerpo es el archivo: el objeto `columns`, como JSON */
      columns?: string
      /** Cuando el cuerpo es el archivo: su nombre */
      fileName?: string
    }
    body: {
      /** El archivo CSV */
      file?: Blob
      /** En lugar del archivo: la importación o el ensayo que ya lo trajo */
      from?: string
      /** Solo ensayar: dice qué pasaría y no cambia nada */
      dryRun?: boolean
      /** Importar sin las filas rechazadas; si no, con una sola no se importa nada */
      skipRefused?: boolean
      /** Qué contiene cada columna, por su encabezado; nulo la deja fuera. Las que faltan se reconocen solas */
      columns?: Record<string, unknown>
    }
    answer: {
      data: Import
    }
  }
  /** Deshacer una importación */
  undoImport: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: Import
    }
  }
  /** Listar grupos de extras */
  listModifierGroups: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
    }
    body: undefined
    answer: {
      data: Array<ModifierGroup>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
    }
  }
  /** Crear un grupo de extras */
  createModifierGroup: {
    params: {}
    body: {
      /** Nombre */
      name: string
      /** Cuántas hay que elegir, contando cantidades; con 1 o más el grupo es obligatorio */
      minChoices?: number
      /** Cuántas se pueden elegir, contando cantidades; nulo: sin límite */
      maxChoices?: number | null
      /** Cuánto cuesta lo elegido: sum, la suma; highest, lo más caro una sola vez (pizza mitad y mitad); average, el promedio */
      pricing?: 'sum' | 'highest' | 'average'
      /** En su orden. Al cambiar el grupo: con id cambia la que existe, sin id agrega una, y las activas que falten se quitan */
      choices: Array<{
        /** Opción que ya existe; sin id es una nueva */
        id?: string
        /** Nombre */
        name?: string
        /** Lo que suma al precio, según `pricing`; si falta, 0 */
        price?: number
        /** Cuántas se pueden pedir por unidad; si falta, una */
        maxQuantity?: number
        /** Si se puede elegir; si falta, sí */
        isActive?: boolean
      }>
    }
    answer: {
      data: ModifierGroup
    }
  }
  /** Leer un grupo de extras */
  getModifierGroup: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: ModifierGroup
    }
  }
  /** Cambiar un grupo de extras */
  updateModifierGroup: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      /** Nombre */
      name?: string
      /** Cuántas hay que elegir, contando cantidades; con 1 o más el grupo es obligatorio */
      minChoices?: number
      /** Cuántas se pueden elegir, contando cantidades; nulo: sin límite */
      maxChoices?: number | null
      /** Cuánto cuesta lo elegido: sum, la suma; highest, lo más caro una sola vez (pizza mitad y mitad); average, el promedio */
      pricing?: 'sum' | 'highest' | 'average'
      /** En su orden. Al cambiar el grupo: con id cambia la que existe, sin id agrega una, y las activas que falten se quitan */
      choices?: Array<{
        /** Opción que ya existe; sin id es una nueva */
        id?: string
        /** Nombre */
        name?: string
        /** Lo que suma al precio, según `pricing`; si falta, 0 */
        price?: number
        /** Cuántas se pueden pedir por unidad; si falta, una */
        maxQuantity?: number
        /** Si se puede elegir; si falta, sí */
        isActive?: boolean
      }>
    }
    answer: {
      data: ModifierGroup
    }
  }
  /** Eliminar un grupo de extras */
  deleteModifierGroup: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        deleted: true
      }
    }
  }
  /** Listar categorías */
  listCategories: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
    }
    body: undefined
    answer: {
      data: Array<Category>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
    }
  }
  /** Crear una categoría */
  createCategory: {
    params: {}
    body: {
      /** Nombre */
      name: string
      /** Dirección de la categoría dentro de la tienda; si falta al crearla, sale del nombre */
      slug?: string
      /** Lugar en la lista; si falta al crearla, el último */
      position?: number
      /** Si se ve en el catálogo */
      isActive?: boolean
      /** Horario por día, en la hora de la tienda. Cerrar a la hora de abrir o antes es cerrar al día siguiente */
      hours?: {
        /** De qué hora a qué hora; sin ninguna está cerrada */
        mon?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        tue?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        wed?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        thu?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        fri?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        sat?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        sun?: Array<Array<string>>
      } | null
    }
    answer: {
      data: Category
    }
  }
  /** Leer una categoría */
  getCategory: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: Category
    }
  }
  /** Cambiar una categoría */
  updateCategory: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      /** Nombre */
      name?: string
      /** Dirección de la categoría dentro de la tienda; si falta al crearla, sale del nombre */
      slug?: string
      /** Lugar en la lista; si falta al crearla, el último */
      position?: number
      /** Si se ve en el catálogo */
      isActive?: boolean
      /** Horario por día, en la hora de la tienda. Cerrar a la hora de abrir o antes es cerrar al día siguiente */
      hours?: {
        /** De qué hora a qué hora; sin ninguna está cerrada */
        mon?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        tue?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        wed?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        thu?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        fri?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        sat?: Array<Array<string>>
        /** De qué hora a qué hora; sin ninguna está cerrada */
        sun?: Array<Array<string>>
      } | null
    }
    answer: {
      data: Category
    }
  }
  /** Eliminar una categoría */
  deleteCategory: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        deleted: true
      }
    }
  }
  /** Listar códigos de descuento */
  listDiscounts: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
    }
    body: undefined
    answer: {
      data: Array<Discount>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
    }
  }
  /** Crear un código de descuento */
  createDiscount: {
    params: {}
    body: {
      /** Código; se guarda en mayúsculas y vale escrito de cualquier forma */
      code: string
      /** percentage: un porcentaje de los artículos; fixed: un importe en la moneda de la tienda */
      type: 'percentage' | 'fixed'
      /** Porcentaje (hasta 100) o importe, según el tipo */
      value: number
      /** Lo que deben sumar los artículos para poder usarlo */
      minOrderTotal?: number | null
      /** Cuántos pedidos pueden usarlo */
      maxUses?: number | null
      /** Desde cuándo vale */
      startsAt?: string | null
      /** Hasta cuándo vale */
      expiresAt?: string | null
      /** Si se puede usar */
      isActive?: boolean
    }
    answer: {
      data: Discount
    }
  }
  /** Leer un código de descuento */
  getDiscount: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: Discount
    }
  }
  /** Cambiar un código de descuento */
  updateDiscount: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      /** Código; se guarda en mayúsculas y vale escrito de cualquier forma */
      code?: string
      /** percentage: un porcentaje de los artículos; fixed: un importe en la moneda de la tienda */
      type?: 'percentage' | 'fixed'
      /** Porcentaje (hasta 100) o importe, según el tipo */
      value?: number
      /** Lo que deben sumar los artículos para poder usarlo */
      minOrderTotal?: number | null
      /** Cuántos pedidos pueden usarlo */
      maxUses?: number | null
      /** Desde cuándo vale */
      startsAt?: string | null
      /** Hasta cuándo vale */
      expiresAt?: string | null
      /** Si se puede usar */
      isActive?: boolean
    }
    answer: {
      data: Discount
    }
  }
  /** Eliminar un código de descuento */
  deleteDiscount: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        deleted: true
      }
    }
  }
  /** Listar opciones de envío */
  listShippingOptions: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
    }
    body: undefined
    answer: {
      data: Array<ShippingOption>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
    }
  }
  /** Crear una opción de envío */
  createShippingOption: {
    params: {}
    body: {
      /** Nombre */
      name: string
      /** Precio, que se suma al pedido */
      price: number
      /** delivery: se lleva a una dirección; pickup: se recoge en la tienda; here: se toma en una mesa de la tienda */
      kind?: 'delivery' | 'pickup' | 'here'
      /** Descripción */
      description?: string | null
      /** Cuánto tarda */
      estimatedDelivery?: string | null
      /** Lugar en la lista, desde 0 */
      position?: number
      /** Si se puede elegir en un pedido */
      isActive?: boolean
      /** Zonas: cada pedido elige una. El conjunto nuevo: con id las que siguen, sin id (y con name) las nuevas */
      areas?: Array<{
        id?: string
        name?: string
        /** Nulo: el de la opción */
        price?: number | null
        /** Códigos postales o su comienzo */
        postalCodes?: Array<string>
      }>
    }
    answer: {
      data: ShippingOption
    }
  }
  /** Leer una opción de envío */
  getShippingOption: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: ShippingOption
    }
  }
  /** Cambiar una opción de envío */
  updateShippingOption: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      /** Nombre */
      name?: string
      /** Precio, que se suma al pedido */
      price?: number
      /** delivery: se lleva a una dirección; pickup: se recoge en la tienda; here: se toma en una mesa de la tienda */
      kind?: 'delivery' | 'pickup' | 'here'
      /** Descripción */
      description?: string | null
      /** Cuánto tarda */
      estimatedDelivery?: string | null
      /** Lugar en la lista, desde 0 */
      position?: number
      /** Si se puede elegir en un pedido */
      isActive?: boolean
      /** Zonas: cada pedido elige una. El conjunto nuevo: con id las que siguen, sin id (y con name) las nuevas */
      areas?: Array<{
        id?: string
        name?: string
        /** Nulo: el de la opción */
        price?: number | null
        /** Códigos postales o su comienzo */
        postalCodes?: Array<string>
      }>
    }
    answer: {
      data: ShippingOption
    }
  }
  /** Eliminar una opción de envío */
  deleteShippingOption: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        deleted: true
      }
    }
  }
  /** Listar formas de pago */
  listPaymentMethods: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
    }
    body: undefined
    answer: {
      data: Array<PaymentMethod>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
    }
  }
  /** Crear una forma de pago */
  createPaymentMethod: {
    params: {}
    body: {
      /** cash: efectivo al recibir; transfer: transferencia; pix: Pix; mercadopago y stripe: con ese proveedor */
      kind: 'cash' | 'transfer' | 'pix' | 'mercadopago' | 'stripe'
      /** Nombre */
      name: string
      /** Qué hacer para pagar así */
      instructions?: string | null
      /** De una transferencia: las cuentas, cada una con su botón de copiar */
      accounts?: Array<{
        label: string
        value: string
      }>
      /** De Pix: correo, teléfono, CPF, CNPJ o clave aleatoria */
      pixKey?: string | null
      /** De Pix: a nombre de quién; se guarda sin acentos */
      merchantName?: string | null
      /** De Pix: la ciudad; se guarda sin acentos */
      merchantCity?: string | null
      /** Lugar en la lista, desde 0 */
      position?: number
      /** Si se puede elegir en un pedido */
      isActive?: boolean
    }
    answer: {
      data: PaymentMethod
    }
  }
  /** Leer una forma de pago */
  getPaymentMethod: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: PaymentMethod
    }
  }
  /** Cambiar una forma de pago */
  updatePaymentMethod: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      /** Nombre */
      name?: string
      /** Qué hacer para pagar así */
      instructions?: string | null
      /** De una transferencia: las cuentas, cada una con su botón de copiar */
      accounts?: Array<{
        label: string
        value: string
      }>
      /** De Pix: correo, teléfono, CPF, CNPJ o clave aleatoria */
      pixKey?: string | null
      /** De Pix: a nombre de quién; se guarda sin acentos */
      merchantName?: string | null
      /** De Pix: la ciudad; se guarda sin acentos */
      merchantCity?: string | null
      /** Lugar en la lista, desde 0 */
      position?: number
      /** Si se puede elegir en un pedido */
      isActive?: boolean
    }
    answer: {
      data: PaymentMethod
    }
  }
  /** Eliminar una forma de pago */
  deletePaymentMethod: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        deleted: true
      }
    }
  }
  /** Listar pedidos */
  listOrders: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
      /** pending: recibido; confirmed: confirmado; shipped: enviado; delivered: entregado; cancelled: cancelado */
      status?: OrderStatus
      /** Número (o 3 caracteres de él), nombre o teléfono */
      search?: string
      /** Creados desde entonces */
      from?: string
      /** Creados antes */
      to?: string
      /** PENDING: por pagar; REVIEW: la tienda tiene que ver el comprobante; PAID: pagado; REFUNDED: devuelto */
      paymentState?: PaymentState
      /** Su forma de pago */
      paymentMethodId?: string
      /** Zona de entrega */
      area?: string
      /** Cambiados desde entonces, el último primero */
      updatedSince?: string
    }
    body: undefined
    answer: {
      data: Array<OrderSummary>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
    }
  }
  /** Leer un pedido */
  getOrder: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: Order
    }
  }
  /** Mover el estado de un pedido */
  updateOrder: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      status?: OrderStatus
    }
    answer: {
      data: Order
    }
  }
  /** Marcar el pago de un pedido */
  setOrderPayment: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      /** PENDING: por pagar, o el comprobante no valió; PAID: pagado; REFUNDED: devuelto */
      state: 'PENDING' | 'PAID' | 'REFUNDED'
      /** El comprobante */
      reference?: string | null
    }
    answer: {
      data: Order
    }
  }
  /** Proponer un cambio de un pedido */
  proposeChange: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      /** Todos los artículos que tendría el pedido, también los que se quedan como están */
      items: Array<{
        /** Variante que se pide */
        variantId: string
        quantity: number
        /** Lo que se elige de los grupos de extras del producto */
        modifiers?: Array<{
          /** Opción de un grupo de extras del producto */
          choiceId: string
          /** Cuántas por unidad; si falta, una */
          quantity?: number
        }>
        /** Nota para este artículo */
        note?: string | null
      }>
      /** Lo que se dice a quien compra */
      message?: string | null
    }
    answer: {
      data: Order
    }
  }
  /** Retirar el cambio propuesto de un pedido */
  withdrawProposal: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: Order
    }
  }
  /** Listar reseñas */
  listReviews: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
      /** pending: sin moderar; approved: se muestra en la tienda; rejected: no se muestra */
      status?: 'pending' | 'approved' | 'rejected'
      /** Solo las reseñas de este producto */
      productId?: string
    }
    body: undefined
    answer: {
      data: Array<Review>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
    }
  }
  /** Moderar una reseña */
  updateReview: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      /** approved: se muestra en la tienda; rejected: no se muestra */
      status?: 'approved' | 'rejected'
    }
    answer: {
      data: Review
    }
  }
  /** Borrar una reseña */
  deleteReview: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        deleted: true
      }
    }
  }
  /** Listar clientes */
  listCustomers: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
      /** Nombre o teléfono */
      search?: string
    }
    body: undefined
    answer: {
      data: Array<Customer>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
    }
  }
  /** Leer un cliente */
  getCustomer: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        /** Como lo escribió en su último pedido; los que anota la tienda no lo cambian */
        name: string
        /** E.164; uno por cliente */
        phone: string
        /** La última que dio */
        address: string | null
        /** Todos sus pedidos, también los cancelados; no los de prueba */
        orderCount: number
        /** Suma de sus pedidos confirmados, enviados y entregados */
        totalSpent: number
        /** ISO 4217 */
        currency: string
        firstOrderAt: string
        lastOrderAt: string
        createdAt: string
        updatedAt: string
        /** Sus 50 pedidos más nuevos, o los que caben en 512 KiB */
        orders: Array<OrderSummary>
      }
    }
  }
  /** Leer las estadísticas */
  getStats: {
    params: {
      /** Desde este instante, inclusive */
      from?: string
      /** Hasta este instante, exclusive */
      to?: string
    }
    body: undefined
    answer: {
      /** Estadísticas de la tienda */
      data: {
        storeId: string
        /** ISO 4217; solo cuentan los pedidos en esta moneda */
        currency: string
        /** También los cancelados */
        totalOrders: number
        /** Confirmados, enviados o entregados */
        completedOrders: number
        /** Total de los pedidos completados */
        revenue: number
        /** Promedio de los pedidos completados */
        averageOrder: number | null
        /** Los 10 más vendidos en pedidos completados */
        popularProducts: Array<{
          productId: string
          name: string
          unitsSold: number
          /** Antes de los descuentos del pedido */
          revenue: number
        }>
        /** Sesiones con CHECKOUT_COMPLETED sobre sesiones con ADD_TO_CART */
        conversionRate: number | null
        from?: string
        to?: string
      }
    }
  }
  /** Informe de ventas */
  getSalesReport: {
    params: {
      /** Los últimos 7, 30 o 90 días hasta ahora, o custom con from y to */
      period?: '7d' | '30d' | '90d' | 'custom'
      /** Con custom: desde este instante, inclusive */
      from?: string
      /** Con custom: hasta este instante, exclusive; a lo sumo 90 días después de from */
      to?: string
      /** Zona IANA de los días; si falta, la de la moneda de la tienda */
      timeZone?: string
      /** Cuántos productos trae el ranking */
      limit?: number
    }
    body: undefined
    answer: {
      /** Informe de ventas */
      data: {
        storeId: string
        /** ISO 4217 */
        storeCurrency: string
        /** Zona de los días de dailyCompleted */
        timeZone: string
        timeZoneSource: 'REQUEST' | 'CURRENCY_DERIVED'
        /** Inclusive */
        from: string
        /** Exclusive */
        to: string
        rangeKind: 'ROLLING' | 'CUSTOM'
        dateBasis: 'ORDER_CREATED_AT'
        state: 'AVAILABLE'
        currencies: Array<{
          currency: string
          /** Sin los pedidos de prueba */
          realOrders: number
          /** Confirmados, enviados o entregados */
          completedOrders: number
          pendingOrders: number
          cancelledOrders: number
          /** Total de los pedidos completados, con los decimales exactos de la moneda */
          confirmedRevenue: string
          /** Total de los pedidos pendientes, con los decimales exactos de la moneda */
          pendingAmount: string
          /** Promedio de los pedidos completados, con los decimales exactos de la moneda */
          averageCompletedOrder: string | null
        }>
        /** Solo los días con pedidos completados */
        dailyCompleted: Array<{
          /** AAAA-MM-DD */
          day: string
          currency: string
          orders: number
          /** Total de los pedidos completados, con los decimales exactos de la moneda */
          confirmedRevenue: string
        }>
        topProducts: Array<{
          productId: string
          currency: string
          unitsSold: number
          /** Ventas brutas, antes de los descuentos del pedido, con los decimales exactos de la moneda */
          grossItemSales: string
        }>
        ranking: 'COMPLETED_ORDER_ITEM_QUANTITY_DESC'
        visitors: {
          state: 'UNAVAILABLE'
          value: number | null
          reason: string
        }
        conversion: {
          state: 'UNAVAILABLE'
          value: number | null
          reason: string
        }
        attribution: {
          state: 'UNAVAILABLE'
          value: number | null
          reason: string
        }
      }
    }
  }
  /** Leer la guía de inicio */
  getOnboarding: {
    params: {}
    body: undefined
    answer: {
      data: {
        storeId: string
        state: 'SAVED_GUIDE'
        total: number
        completed: number
        /** Paso de la guía */
        nextStep: {
          id: string
          /** Qué hay que hacer */
          text: string
          /** Qué se gana con hacerlo */
          consequence: string
          /** Texto del botón */
          action: string
          /** Dónde se hace, en el panel */
          href: string
          done: boolean
          /** Sin este paso la tienda no puede recibir pedidos */
          blocking: boolean
        } | null
        steps: Array<{
          id: string
          /** Qué hay que hacer */
          text: string
          /** Qué se gana con hacerlo */
          consequence: string
          /** Texto del botón */
          action: string
          /** Dónde se hace, en el panel */
          href: string
          done: boolean
          /** Sin este paso la tienda no puede recibir pedidos */
          blocking: boolean
        }>
        pending: Array<{
          id: string
          /** Qué hay que hacer */
          text: string
          /** Qué se gana con hacerlo */
          consequence: string
          /** Texto del botón */
          action: string
          /** Dónde se hace, en el panel */
          href: string
          done: boolean
          /** Sin este paso la tienda no puede recibir pedidos */
          blocking: boolean
        }>
        /** Ningún paso indispensable está pendiente: la tienda ya se puede mostrar */
        canBeShown: boolean
        visualVerification: 'UNVERIFIED'
      }
    }
  }
  /** Leer el equipo */
  getTeam: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
    }
    body: undefined
    answer: {
      /** Equipo de la tienda */
      data: {
        members: Array<{
          id: string
          /** Papel en la tienda */
          role: 'OWNER' | 'ADMIN' | 'STAFF'
        }>
        pendingInvitations: Array<{
          id: string
          /** Papel en la tienda */
          role: 'OWNER' | 'ADMIN' | 'STAFF'
          expiresAt: string
        }>
        memberTotal: number
        pendingInvitationTotal: number
        limit: number
        offset: number
        rolePermissions: {
          OWNER: Array<string>
          ADMIN: Array<string>
          STAFF: Array<string>
        }
        invitationDelivery: 'UNVERIFIED'
      }
    }
  }
  /** Leer las conexiones */
  listConnections: {
    params: {}
    body: undefined
    answer: {
      data: {
        storeId: string
        source: 'SAVED_CONFIGURATION'
        providerVerification: 'UNVERIFIED'
        connections: Array<{
          id: 'whatsapp' | 'meta_pixel' | 'google_analytics' | 'meta_catalog' | 'google_merchant' | 'custom_domain'
          /** off: nada guardado; partial: faltan datos; full: completa; paused: en pausa; degraded: completa, pero su último uso falló */
          state: 'off' | 'partial' | 'full' | 'paused' | 'degraded'
          /** Qué falta o qué falló */
          hint: string | null
          availableOnCurrentPlan: boolean
        }>
      }
    }
  }
  /** Listar webhooks */
  listWebhooks: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
    }
    body: undefined
    answer: {
      data: Array<{
        id: string
        /** Identificador estable del destino, que no revela su dirección */
        destinationReference: string
        events: Array<'order.created' | 'product.created' | 'product.updated' | 'product.deleted'>
        /** Nombres de evento guardados que no están en `events`: los de `otherEvents`, y los que ya no existen */
        unrecognizedEventCount: number
        /** Los demás eventos que recibe */
        otherEvents: Array<'order.updated' | 'order.paid'>
        isActive: boolean
        createdAt: string
        updatedAt: string
      }>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
      source: 'SAVED_CONFIGURATION'
      delivery: 'UNVERIFIED'
    }
  }
  /** Crear un webhook */
  createWebhook: {
    params: {}
    body: {
      /** Dirección https en internet a la que se envía. No se vuelve a mostrar */
      url: string
      events: Array<'order.created' | 'product.created' | 'product.updated' | 'product.deleted' | 'order.updated' | 'order.paid'>
      /** Tu secreto para comprobar las firmas: whsec_ y, detrás, de 24 a 64 bytes al azar en base64 */
      secret: string
      /** Si recibe eventos */
      isActive?: boolean
    }
    answer: {
      /** Webhook, sin su dirección ni su secreto */
      data: {
        id: string
        /** Identificador estable del destino, que no revela su dirección */
        destinationReference: string
        events: Array<'order.created' | 'product.created' | 'product.updated' | 'product.deleted'>
        /** Nombres de evento guardados que no están en `events`: los de `otherEvents`, y los que ya no existen */
        unrecognizedEventCount: number
        /** Los demás eventos que recibe */
        otherEvents: Array<'order.updated' | 'order.paid'>
        isActive: boolean
        createdAt: string
        updatedAt: string
      }
    }
  }
  /** Leer un webhook */
  getWebhook: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      /** Webhook, sin su dirección ni su secreto */
      data: {
        id: string
        /** Identificador estable del destino, que no revela su dirección */
        destinationReference: string
        events: Array<'order.created' | 'product.created' | 'product.updated' | 'product.deleted'>
        /** Nombres de evento guardados que no están en `events`: los de `otherEvents`, y los que ya no existen */
        unrecognizedEventCount: number
        /** Los demás eventos que recibe */
        otherEvents: Array<'order.updated' | 'order.paid'>
        isActive: boolean
        createdAt: string
        updatedAt: string
      }
    }
  }
  /** Cambiar un webhook */
  updateWebhook: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      /** Dirección https en internet a la que se envía. No se vuelve a mostrar */
      url?: string
      events?: Array<'order.created' | 'product.created' | 'product.updated' | 'product.deleted' | 'order.updated' | 'order.paid'>
      /** Si recibe eventos */
      isActive?: boolean
    }
    answer: {
      /** Webhook, sin su dirección ni su secreto */
      data: {
        id: string
        /** Identificador estable del destino, que no revela su dirección */
        destinationReference: string
        events: Array<'order.created' | 'product.created' | 'product.updated' | 'product.deleted'>
        /** Nombres de evento guardados que no están en `events`: los de `otherEvents`, y los que ya no existen */
        unrecognizedEventCount: number
        /** Los demás eventos que recibe */
        otherEvents: Array<'order.updated' | 'order.paid'>
        isActive: boolean
        createdAt: string
        updatedAt: string
      }
    }
  }
  /** Eliminar un webhook */
  deleteWebhook: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        deleted: true
      }
    }
  }
  /** Probar un webhook */
  pingWebhook: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        /** Identificador estable del destino, que no revela su dirección */
        destinationReference: string
        events: Array<'order.created' | 'product.created' | 'product.updated' | 'product.deleted'>
        /** Nombres de evento guardados que no están en `events`: los de `otherEvents`, y los que ya no existen */
        unrecognizedEventCount: number
        /** Los demás eventos que recibe */
        otherEvents: Array<'order.updated' | 'order.paid'>
        isActive: boolean
        createdAt: string
        updatedAt: string
        /** La entrega, igual a la cabecera webhook-id */
        deliveryId: string
      }
    }
  }
  /** Cambiar el secreto de un webhook */
  rotateWebhookSecret: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      /** Tu secreto para comprobar las firmas: whsec_ y, detrás, de 24 a 64 bytes al azar en base64 */
      secret: string
    }
    answer: {
      /** Webhook, sin su dirección ni su secreto */
      data: {
        id: string
        /** Identificador estable del destino, que no revela su dirección */
        destinationReference: string
        events: Array<'order.created' | 'product.created' | 'product.updated' | 'product.deleted'>
        /** Nombres de evento guardados que no están en `events`: los de `otherEvents`, y los que ya no existen */
        unrecognizedEventCount: number
        /** Los demás eventos que recibe */
        otherEvents: Array<'order.updated' | 'order.paid'>
        isActive: boolean
        createdAt: string
        updatedAt: string
      }
    }
  }
  /** Repetir las entregas de un intervalo */
  replayWebhook: {
    params: {
      /** Identificador */
      id: string
    }
    body: {
      /** Desde cuándo, inclusive */
      from: string
      /** Hasta cuándo, sin incluirlo */
      to: string
    }
    answer: {
      data: {
        id: string
        /** Identificador estable del destino, que no revela su dirección */
        destinationReference: string
        events: Array<'order.created' | 'product.created' | 'product.updated' | 'product.deleted'>
        /** Nombres de evento guardados que no están en `events`: los de `otherEvents`, y los que ya no existen */
        unrecognizedEventCount: number
        /** Los demás eventos que recibe */
        otherEvents: Array<'order.updated' | 'order.paid'>
        isActive: boolean
        createdAt: string
        updatedAt: string
        /** Cuántas entregas se repiten */
        replayed: number
        /** Cuántas del intervalo todavía esperan su envío o un reintento: no se repiten, llegarán por sí mismas, o al activar el webhook; se cuentan hasta 1001 */
        waiting: number
      }
    }
  }
  /** Listar las entregas de un webhook */
  listWebhookLogs: {
    params: {
      /** Identificador */
      id: string
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
    }
    body: undefined
    answer: {
      data: Array<{
        /** Igual a la cabecera webhook-id */
        id: string
        webhookId: string
        event: 'order.created' | 'product.created' | 'product.updated' | 'product.deleted' | null
        otherEvent: 'order.updated' | 'order.paid' | null
        /** Estado HTTP del último intento */
        status: number | null
        /** Milisegundos del último intento */
        duration: number | null
        /** Si la respuesta fue 2xx; no prueba que se haya procesado */
        success: boolean
        attempts: number
        createdAt: string
        processing: 'UNVERIFIED'
      }>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
      source: 'SAVED_LOG_METADATA'
    }
  }
  /** Repetir una entrega */
  redeliverWebhookDelivery: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        /** Identificador estable del destino, que no revela su dirección */
        destinationReference: string
        events: Array<'order.created' | 'product.created' | 'product.updated' | 'product.deleted'>
        /** Nombres de evento guardados que no están en `events`: los de `otherEvents`, y los que ya no existen */
        unrecognizedEventCount: number
        /** Los demás eventos que recibe */
        otherEvents: Array<'order.updated' | 'order.paid'>
        isActive: boolean
        createdAt: string
        updatedAt: string
        /** La entrega, igual a la cabecera webhook-id */
        deliveryId: string
      }
    }
  }
  /** Listar los temas de la tienda */
  listThemes: {
    params: {}
    body: undefined
    answer: {
      /** Los temas de la tienda */
      data: {
        storeId: string
        source: 'SAVED_CONFIGURATION'
        activeThemeId: string
        themes: Array<{
          id: string
          name: string
          version: string
          isActive: boolean
          hasDraft: boolean
          updatedAt: string
        }>
        visualVerification: 'UNVERIFIED'
      }
    }
  }
  /** Leer un tema de la tienda */
  getTheme: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      /** Tema completo, con sus ajustes */
      data: {
        id: string
        name: string
        version: string
        isActive: boolean
        hasDraft: boolean
        updatedAt: string
        schema: {
          groups: Array<{
            id: string
            name: string
            settings: Array<{
              id: string
              type: 'color' | 'select' | 'range' | 'text' | 'image'
              label: string
              default: string | number | null
              options?: Array<{
                value: string
                label: string
              }>
              min?: number
              max?: number
              step?: number
            }>
          }>
        }
        /** El valor de cada ajuste */
        published: Record<string, unknown>
        /** El valor de cada ajuste */
        draft: Record<string, unknown> | null
        draftUpdatedAt: string | null
      }
    }
  }
  /** Listar los cambios de la tienda */
  listChanges: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
      /** Qué se cambió */
      resource?: 'product' | 'variant' | 'modifierGroup' | 'category' | 'discount' | 'shippingOption' | 'paymentMethod' | 'paymentAccount' | 'order' | 'store' | 'theme' | 'member' | 'invitation' | 'apiKey' | 'webhook' | 'connection'
      /** Solo los cambios de esto: un producto, una categoría… */
      resourceId?: string
      /** Por qué medio */
      by?: 'panel' | 'api' | 'assistant' | 'import' | 'operator' | 'whatsapp'
      /** Solo los de esta persona, y los de sus claves */
      accountId?: string
      /** Hechos en este instante o después */
      from?: string
      /** Hechos antes de este instante */
      to?: string
    }
    body: undefined
    answer: {
      data: Array<Change>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
    }
  }
  /** Leer un cambio */
  getChange: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: Change
    }
  }
  /** Deshacer un cambio */
  undoChange: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: Change
    }
  }
  /** Listar las tiendas de la cuenta */
  listStores: {
    params: {
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
    }
    body: undefined
    answer: {
      data: Array<{
        id: string
        name: string
        slug: string
        description: string | null
        whatsappNumber: string | null
        currency: string
        /** De lo que leen sus clientes, no de lo que escribes */
        language: 'es' | 'pt' | 'en'
        messageTemplate: string | null
        address: string | null
        /** Sin @ */
        instagram: string | null
        paymentInstructions: string | null
        minimumOrder: number | null
        freeShippingFrom: number | null
        /** Qué dice la tienda de un precio 0: `free`, «Gratis»; `ask`, «Consultar precio»: se pregunta por WhatsApp y no se puede pedir */
        zeroPrice: 'free' | 'ask'
        /** Horario por día, en la hora de la tienda. Cerrar a la hora de abrir o antes es cerrar al día siguiente */
        hours: {
          /** De qué hora a qué hora; sin ninguna está cerrada */
          mon?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          tue?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          wed?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          thu?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          fri?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          sat?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          sun?: Array<Array<string>>
        } | null
        /** IANA; la de la moneda mientras no se elija otra */
        timeZone: string
        closedUntil: string | null
        closedMessage: string | null
        ordersWhileClosed: boolean
        closedForOrders: boolean
        confirmPaidOrders: boolean
        unpaidHours: number | null
        /** `ask`: la página del pedido pide a quien compra confirmar su teléfono por WhatsApp; ningún pedido espera por ello */
        phoneVerification: 'off' | 'ask'
        allowedOrigins: Array<string>
        /** Plan de la tienda */
        plan: 'free' | 'pro' | 'lifetime'
        billingState: 'active' | 'suspended'
        /** La tienda para quien compra */
        url: string
        createdAt: string
        updatedAt: string
        /** Papel en la tienda */
        role: 'OWNER' | 'ADMIN' | 'STAFF'
      }>
      /** Cuántos hay en todas las páginas */
      total: number
      limit: number
      offset: number
    }
  }
  /** Crear una tienda */
  createStore: {
    params: {}
    body: {
      /** Nombre de la tienda */
      name: string
      /** Dirección de la tienda: minúsculas, números y guiones */
      slug: string
      /** Moneda (ISO 4217) */
      currency: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'ANG' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BGN' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHF' | 'CLP' | 'CNY' | 'COP' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'UYU' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG'
      /** De lo que leen sus clientes, no de lo que escribes */
      language?: 'es' | 'pt' | 'en'
      /** Número de WhatsApp que recibe los pedidos (E.164) */
      whatsappNumber?: string | null
    }
    answer: {
      /** Tienda con tu papel */
      data: {
        id: string
        name: string
        slug: string
        description: string | null
        whatsappNumber: string | null
        currency: string
        /** De lo que leen sus clientes, no de lo que escribes */
        language: 'es' | 'pt' | 'en'
        messageTemplate: string | null
        address: string | null
        /** Sin @ */
        instagram: string | null
        paymentInstructions: string | null
        minimumOrder: number | null
        freeShippingFrom: number | null
        /** Qué dice la tienda de un precio 0: `free`, «Gratis»; `ask`, «Consultar precio»: se pregunta por WhatsApp y no se puede pedir */
        zeroPrice: 'free' | 'ask'
        /** Horario por día, en la hora de la tienda. Cerrar a la hora de abrir o antes es cerrar al día siguiente */
        hours: {
          /** De qué hora a qué hora; sin ninguna está cerrada */
          mon?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          tue?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          wed?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          thu?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          fri?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          sat?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          sun?: Array<Array<string>>
        } | null
        /** IANA; la de la moneda mientras no se elija otra */
        timeZone: string
        closedUntil: string | null
        closedMessage: string | null
        ordersWhileClosed: boolean
        closedForOrders: boolean
        confirmPaidOrders: boolean
        unpaidHours: number | null
        /** `ask`: la página del pedido pide a quien compra confirmar su teléfono por WhatsApp; ningún pedido espera por ello */
        phoneVerification: 'off' | 'ask'
        allowedOrigins: Array<string>
        /** Plan de la tienda */
        plan: 'free' | 'pro' | 'lifetime'
        billingState: 'active' | 'suspended'
        /** La tienda para quien compra */
        url: string
        createdAt: string
        updatedAt: string
        /** Papel en la tienda */
        role: 'OWNER' | 'ADMIN' | 'STAFF'
      }
    }
  }
  /** Leer una tienda de la cuenta */
  getStoreOfAccount: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      /** Tienda con tu papel */
      data: {
        id: string
        name: string
        slug: string
        description: string | null
        whatsappNumber: string | null
        currency: string
        /** De lo que leen sus clientes, no de lo que escribes */
        language: 'es' | 'pt' | 'en'
        messageTemplate: string | null
        address: string | null
        /** Sin @ */
        instagram: string | null
        paymentInstructions: string | null
        minimumOrder: number | null
        freeShippingFrom: number | null
        /** Qué dice la tienda de un precio 0: `free`, «Gratis»; `ask`, «Consultar precio»: se pregunta por WhatsApp y no se puede pedir */
        zeroPrice: 'free' | 'ask'
        /** Horario por día, en la hora de la tienda. Cerrar a la hora de abrir o antes es cerrar al día siguiente */
        hours: {
          /** De qué hora a qué hora; sin ninguna está cerrada */
          mon?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          tue?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          wed?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          thu?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          fri?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          sat?: Array<Array<string>>
          /** De qué hora a qué hora; sin ninguna está cerrada */
          sun?: Array<Array<string>>
        } | null
        /** IANA; la de la moneda mientras no se elija otra */
        timeZone: string
        closedUntil: string | null
        closedMessage: string | null
        ordersWhileClosed: boolean
        closedForOrders: boolean
        confirmPaidOrders: boolean
        unpaidHours: number | null
        /** `ask`: la página del pedido pide a quien compra confirmar su teléfono por WhatsApp; ningún pedido espera por ello */
        phoneVerification: 'off' | 'ask'
        allowedOrigins: Array<string>
        /** Plan de la tienda */
        plan: 'free' | 'pro' | 'lifetime'
        billingState: 'active' | 'suspended'
        /** La tienda para quien compra */
        url: string
        createdAt: string
        updatedAt: string
        /** Papel en la tienda */
        role: 'OWNER' | 'ADMIN' | 'STAFF'
      }
    }
  }
  /** Borrar una tienda */
  deleteStore: {
    params: {
      /** Identificador */
      id: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        deleted: true
      }
    }
  }
  /** Leer una importación */
  getImport: {
    params: {
      /** Identificador */
      id: string
      /** Cuántos elementos trae la página */
      limit?: number
      /** Cuántos elementos se saltan desde el principio */
      offset?: number
      /** Solo las filas de este tipo */
      action?: 'new' | 'changed' | 'unchanged' | 'refused'
    }
    body: undefined
    answer: {
      data: {
        id: string
        /** waiting: se está leyendo o guardando; done: hecho, con `error` solo en parte; failed: no cambió nada, `error` dice por qué; undoing, undone: deshecho */
        state: 'waiting' | 'done' | 'failed' | 'undoing' | 'undone'
        /** Un ensayo: no cambia nada */
        dryRun: boolean
        skipRefused: boolean
        fileName: string | null
        /** El tipo de archivo que se reconoció */
        format: 'loyverse' | 'wix' | 'medusa' | 'magento' | 'prestashop' | 'odoo' | 'tiendanube' | 'shopify' | 'feed' | 'woocommerce' | 'vitrina' | null
        /** Qué contiene cada columna; nulo, nada que se importe */
        columns: Array<{
          header: string
          field: string | null
          /** Lo primero que hay en la columna, acortado */
          example: string | null
        }>
        /** Columnas sin campo cuyo nombre habla de existencias o de visibilidad: mira qué dicen */
        unreadColumns: Array<string>
        /** Cuántos productos del archivo hay de cada tipo */
        counts: {
          /** Productos nuevos */
          new: number
          /** Productos que cambian */
          changed: number
          /** Productos que quedan igual */
          unchanged: number
          /** Filas rechazadas */
          refused: number
        }
        /** Importes, existencias y fechas que pueden leerse de dos maneras: sus filas se rechazan */
        ambiguousCells: number
        /** Lo que el archivo dice de sus productos y no se guarda, además de las columnas sin campo */
        dropped: Array<{
          reason: 'comparePrice' | 'saleOutside' | 'saleEnd' | 'sku' | 'gtin' | 'longSku' | 'roundedCode' | 'longName' | 'sharedStock' | 'unpricedVariants' | 'openOptions' | 'external' | 'downloadable' | 'archived' | 'parentCategories' | 'otherCategories' | 'characters' | 'images' | 'picturePaths'
          message: string
          /** De cuántos productos nuevos o que cambian */
          products: number
          /** La línea del primero */
          line: number
        }>
        /** Categorías que el archivo nombra y se crean */
        newCategories: Array<string>
        /** Grupos de extras que el archivo define y se crean */
        newModifierGroups: Array<string>
        /** Cuántos productos permite el plan, cuántos había y cuántos habría */
        cap: {
          limit: number
          used: number
          after: number
        } | null
        /** Fotos del archivo que se descargan a la tienda después de importar */
        pictures: {
          total: number
          stored: number
          failed: number
        }
        /** Qué hizo deshacer: `kept` son los que cambiaron después, y quedan como están */
        undo: {
          restored: number
          deleted: number
          kept: number
        } | null
        error: {
          code: string
          message: string
        } | null
        undoableUntil: string | null
        createdAt: string
        finishedAt: string | null
        rows: Array<ImportedRow>
        /** Cuántas filas hay en todas las páginas */
        rowTotal: number
      }
    }
  }
  /** Exportar los productos */
  exportProducts: {
    params: {
      /** La forma del archivo */
      format?: 'vitrina' | 'shopify'
    }
    body: undefined
    answer: string
  }
  /** Subir una foto */
  createImage: {
    params: {}
    body: {
      /** La foto */
      file: Blob
    }
    answer: {
      data: Image
    }
  }
  /** Herramientas para asistentes (MCP) */
  callAssistantTools: {
    params: {
      /** 1: solo las herramientas que no cambian nada, 18 de las 34 */
      readonly?: '0' | '1'
      /** all: también las 15 de lo que vino después: pagos, cambios propuestos, deshacer, muchos precios, formas de pago y grupos de extras */
      tools?: 'all'
    }
    body: {
      jsonrpc: '2.0'
      id?: string | number
      method: string
      params?: Record<string, unknown>
    }
    answer: {
      jsonrpc: '2.0'
      id: string | number | null
      result?: Record<string, unknown>
      /** Error de JSON-RPC */
      error?: {
        code: number
        message: string
      }
    }
  }
}

export const operations = {
  checkSlug: { method: 'GET', path: '/api/check-slug' },
  createOrder: { method: 'POST', path: '/api/orders' },
  createReview: { method: 'POST', path: '/api/reviews' },
  createCatalogEvent: { method: 'POST', path: '/api/catalog/events' },
  getHealth: { method: 'GET', path: '/api/health' },
  getReady: { method: 'GET', path: '/api/ready' },
  isDomainAllowed: { method: 'GET', path: '/api/domains/allowed' },
  getOpenapi: { method: 'GET', path: '/api/v1/openapi.json' },
  createReceipt: { method: 'POST', path: '/api/orders/receipt' },
  verifyWhatsappCallback: { method: 'GET', path: '/api/whatsapp/callback' },
  receiveWhatsappCallback: { method: 'POST', path: '/api/whatsapp/callback' },
  receiveStripeEvent: { method: 'POST', path: '/api/billing/stripe' },
  receiveMercadoPagoNotification: { method: 'POST', path: '/api/payments/mercadopago' },
  receiveStripePaymentEvent: { method: 'POST', path: '/api/payments/stripe' },
  getStore: { method: 'GET', path: '/api/v1/store' },
  updateStore: { method: 'PUT', path: '/api/v1/store' },
  listProducts: { method: 'GET', path: '/api/v1/products' },
  createProduct: { method: 'POST', path: '/api/v1/products' },
  getProduct: { method: 'GET', path: '/api/v1/products/{id}' },
  updateProduct: { method: 'PUT', path: '/api/v1/products/{id}' },
  deleteProduct: { method: 'DELETE', path: '/api/v1/products/{id}' },
  changePrices: { method: 'POST', path: '/api/v1/products/prices' },
  restoreProduct: { method: 'POST', path: '/api/v1/products/{id}/restore' },
  listImports: { method: 'GET', path: '/api/v1/imports' },
  createImport: { method: 'POST', path: '/api/v1/imports' },
  undoImport: { method: 'POST', path: '/api/v1/imports/{id}/undo' },
  listModifierGroups: { method: 'GET', path: '/api/v1/modifier-groups' },
  createModifierGroup: { method: 'POST', path: '/api/v1/modifier-groups' },
  getModifierGroup: { method: 'GET', path: '/api/v1/modifier-groups/{id}' },
  updateModifierGroup: { method: 'PUT', path: '/api/v1/modifier-groups/{id}' },
  deleteModifierGroup: { method: 'DELETE', path: '/api/v1/modifier-groups/{id}' },
  listCategories: { method: 'GET', path: '/api/v1/categories' },
  createCategory: { method: 'POST', path: '/api/v1/categories' },
  getCategory: { method: 'GET', path: '/api/v1/categories/{id}' },
  updateCategory: { method: 'PUT', path: '/api/v1/categories/{id}' },
  deleteCategory: { method: 'DELETE', path: '/api/v1/categories/{id}' },
  listDiscounts: { method: 'GET', path: '/api/v1/discounts' },
  createDiscount: { method: 'POST', path: '/api/v1/discounts' },
  getDiscount: { method: 'GET', path: '/api/v1/discounts/{id}' },
  updateDiscount: { method: 'PUT', path: '/api/v1/discounts/{id}' },
  deleteDiscount: { method: 'DELETE', path: '/api/v1/discounts/{id}' },
  listShippingOptions: { method: 'GET', path: '/api/v1/shipping' },
  createShippingOption: { method: 'POST', path: '/api/v1/shipping' },
  getShippingOption: { method: 'GET', path: '/api/v1/shipping/{id}' },
  updateShippingOption: { method: 'PUT', path: '/api/v1/shipping/{id}' },
  deleteShippingOption: { method: 'DELETE', path: '/api/v1/shipping/{id}' },
  listPaymentMethods: { method: 'GET', path: '/api/v1/payment-methods' },
  createPaymentMethod: { method: 'POST', path: '/api/v1/payment-methods' },
  getPaymentMethod: { method: 'GET', path: '/api/v1/payment-methods/{id}' },
  updatePaymentMethod: { method: 'PUT', path: '/api/v1/payment-methods/{id}' },
  deletePaymentMethod: { method: 'DELETE', path: '/api/v1/payment-methods/{id}' },
  listOrders: { method: 'GET', path: '/api/v1/orders' },
  getOrder: { method: 'GET', path: '/api/v1/orders/{id}' },
  updateOrder: { method: 'PUT', path: '/api/v1/orders/{id}' },
  setOrderPayment: { method: 'POST', path: '/api/v1/orders/{id}/payment' },
  proposeChange: { method: 'POST', path: '/api/v1/orders/{id}/proposal' },
  withdrawProposal: { method: 'DELETE', path: '/api/v1/orders/{id}/proposal' },
  listReviews: { method: 'GET', path: '/api/v1/reviews' },
  updateReview: { method: 'PUT', path: '/api/v1/reviews/{id}' },
  deleteReview: { method: 'DELETE', path: '/api/v1/reviews/{id}' },
  listCustomers: { method: 'GET', path: '/api/v1/customers' },
  getCustomer: { method: 'GET', path: '/api/v1/customers/{id}' },
  getStats: { method: 'GET', path: '/api/v1/stats' },
  getSalesReport: { method: 'GET', path: '/api/v1/stats/report' },
  getOnboarding: { method: 'GET', path: '/api/v1/store/onboarding' },
  getTeam: { method: 'GET', path: '/api/v1/store/team' },
  listConnections: { method: 'GET', path: '/api/v1/store/connections' },
  listWebhooks: { method: 'GET', path: '/api/v1/store/webhooks' },
  createWebhook: { method: 'POST', path: '/api/v1/store/webhooks' },
  getWebhook: { method: 'GET', path: '/api/v1/store/webhooks/{id}' },
  updateWebhook: { method: 'PUT', path: '/api/v1/store/webhooks/{id}' },
  deleteWebhook: { method: 'DELETE', path: '/api/v1/store/webhooks/{id}' },
  pingWebhook: { method: 'POST', path: '/api/v1/store/webhooks/{id}/ping' },
  rotateWebhookSecret: { method: 'POST', path: '/api/v1/store/webhooks/{id}/rotate-secret' },
  replayWebhook: { method: 'POST', path: '/api/v1/store/webhooks/{id}/replay' },
  listWebhookLogs: { method: 'GET', path: '/api/v1/store/webhooks/{id}/logs' },
  redeliverWebhookDelivery: { method: 'POST', path: '/api/v1/store/webhooks/logs/{id}/redeliver' },
  listThemes: { method: 'GET', path: '/api/v1/store/themes' },
  getTheme: { method: 'GET', path: '/api/v1/store/themes/{id}' },
  listChanges: { method: 'GET', path: '/api/v1/changes' },
  getChange: { method: 'GET', path: '/api/v1/changes/{id}' },
  undoChange: { method: 'POST', path: '/api/v1/changes/{id}/undo' },
  listStores: { method: 'GET', path: '/api/v1/stores' },
  createStore: { method: 'POST', path: '/api/v1/stores' },
  getStoreOfAccount: { method: 'GET', path: '/api/v1/stores/{id}' },
  deleteStore: { method: 'DELETE', path: '/api/v1/stores/{id}' },
  getImport: { method: 'GET', path: '/api/v1/imports/{id}' },
  exportProducts: { method: 'GET', path: '/api/v1/exports/products' },
  createImage: { method: 'POST', path: '/api/v1/images' },
  callAssistantTools: { method: 'POST', path: '/api/mcp' },
} as const
