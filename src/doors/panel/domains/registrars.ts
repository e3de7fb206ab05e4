/** Where the companies that small shops buy domains from have their DNS records, by the names of their own pages. */
export const registrars: { name: string; where: string }[] = [
  {
    name: 'GoDaddy',
    where:
      'Mis productos, tu dominio, DNS, «Agregar nuevo registro». El nombre del dominio solo se escribe @.',
  },
  {
    name: 'Hostinger',
    where: 'Dominios, tu dominio, «DNS / Nameservers», «Administrar registros DNS». Para el dominio solo, @.',
  },
  {
    name: 'Namecheap',
    where: '«Domain List», «Manage», «Advanced DNS», «Add New Record». Para el dominio solo, @.',
  },
  {
    name: 'Cloudflare',
    where:
      'Tu dominio, DNS, Registros, «Agregar registro». Deja la nube en gris («Solo DNS»): en naranja no vemos a dónde lleva.',
  },
  {
    name: 'Squarespace (antes Google Domains)',
    where: '«Domains», tu dominio, «DNS», «DNS Settings», «Add record».',
  },
  {
    name: 'registro.br',
    where: 'Tu dominio, DNS, «Editar zona», «Nova entrada». Para el dominio solo, el nombre queda vacío.',
  },
  {
    name: 'NIC Argentina y NIC Chile',
    where:
      'Registran el nombre, pero no guardan registros: los guarda la empresa cuyos servidores (DNS) pusiste ahí. Si no tienes ' +
      'ninguna, abre una cuenta gratis en Cloudflare, pon sus dos servidores en NIC, y agrega los registros en Cloudflare.',
  },
]
