import type { Tool } from '../tool.ts'

export const statsTools: Tool[] = [
  {
    name: 'get_stats',
    title: 'Ver el resumen de la tienda',
    description:
      'Úsala para el total de pedidos, los ingresos, el pedido promedio, los productos más vendidos y ' +
      'la conversión, de siempre o entre from y to. Necesita un plan de pago; sin él usa ' +
      'get_sales_report. Devuelve las cifras en la moneda de la tienda.',
    method: 'GET',
    address: '/stats',
  },
  {
    name: 'get_sales_report',
    title: 'Informe de ventas',
    description:
      'Úsala para contar cómo van las ventas: los últimos 7, 30 o 90 días (period=7d, 30d, 90d) o un ' +
      'intervalo de hasta 90 días (period=custom con from y to). Devuelve, por moneda, pedidos e ' +
      'ingresos (cuentan los confirmados, enviados y entregados), lo pendiente, el detalle por día ' +
      '(dailyCompleted) y los productos más vendidos. Los importes son textos decimales exactos; los de ' +
      'monedas distintas no se suman.',
    method: 'GET',
    address: '/stats/report',
  },
]
