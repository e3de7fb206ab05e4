import { getStats } from '../../../features/stats/get.ts'
import { getSalesReport } from '../../../features/stats/report.ts'
import type { Tool } from '../tool.ts'

export const statsTools: Tool[] = [
  {
    name: 'get_stats',
    title: 'Ver el resumen de la tienda',
    description:
      'Pedidos, ingresos, pedido promedio, lo más vendido y conversión, de siempre o entre from y to. ' +
      'Necesita un plan de pago; sin él, get_sales_report.',
    operation: getStats,
  },
  {
    name: 'get_sales_report',
    title: 'Informe de ventas',
    description:
      'Cómo van las ventas en 7, 30 o 90 días, o en hasta 90 con period=custom, from y to. Por moneda, ' +
      'pedidos e ingresos (cuentan los confirmados, enviados y entregados), lo pendiente, cada día ' +
      '(dailyCompleted) y lo más vendido. Los importes son textos decimales; los de monedas distintas no ' +
      'se suman.',
    operation: getSalesReport,
  },
]
