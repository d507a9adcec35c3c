import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'own-name-in-another-order',
    holder: 'ADEBAYO SAMUEL OLUWATOBI',
    why:
      'He moves 100,000 a month from his Kuda to this account; parts of his name in other orders. ' +
      'Only the firm pays.',
    lines: `
2024-01-25 + 100000.00 none:own | NIP/KUDA/OLUWATOBI SAMUEL ADEBAYO/to main
2024-01-30 + 205000.00 salary | NIP/STANBIC/CRESCENT LOGISTICS LTD/JAN
2024-02-01 - 100000.00 spend | NIP CR/ADEBAYO SAMUEL OLUWATOBI/KUDA
2024-02-26 + 100000.00 none:own | NIP/KUDA/SAMUEL O ADEBAYO/to main
2024-02-29 + 205000.00 salary | NIP/STANBIC/CRESCENT LOGISTICS LTD/FEB
2024-03-01 - 100000.00 spend | NIP CR/ADEBAYO SAMUEL OLUWATOBI/KUDA
2024-03-25 + 100000.00 none:own | NIP/KUDA/OLUWATOBI SAMUEL ADEBAYO/to main
2024-03-27 + 205000.00 salary | NIP/STANBIC/CRESCENT LOGISTICS LTD/MAR
2024-04-01 - 100000.00 spend | NIP CR/ADEBAYO SAMUEL OLUWATOBI/KUDA
2024-04-12 + 20000.00 open:no-salary | NIP/GTB/ADEBAYO FOLAKE/happy birthday egbon
2024-04-25 + 100000.00 none:own | NIP/PALMPAY/ADEBAYO SAMUEL/to main
2024-04-30 + 205000.00 salary | NIP/STANBIC/CRESCENT LOGISTICS LTD/APR
2024-05-02 - 100000.00 spend | NIP CR/ADEBAYO SAMUEL OLUWATOBI/KUDA
`,
  },
  {
    name: 'own-initials-and-titles',
    holder: 'MR NNAMDI CHUKWUEMEKA A. EZE',
    why: 'Eze N. C. and N C A Eze are he himself at his other banks; Eze Nkiru is his sister and ' + 'sends a gift.',
    lines: `
2024-02-05 + 250000.00 none:own | NIP/ZENITH/EZE N C A/FUNDING
2024-02-16 + 68000.00 income | NIP/FIDELITY/HOLY TRINITY CHOIR/keyboard lessons feb
2024-03-05 + 250000.00 none:own | NIP/ZENITH/NNAMDI C. EZE/FUNDING
2024-03-08 - 240000.00 spend | NIP CR/EZE NNAMDI CHUKWUEMEKA/ZENITH
2024-03-15 + 30000.00 open:no-salary | NIP/UBA/EZE NKIRU PEACE/for mummy drugs
2024-03-18 + 68000.00 income | NIP/FIDELITY/HOLY TRINITY CHOIR/keyboard lessons mar
2024-04-05 + 250000.00 none:own | NIP/ZENITH/EZE CHUKWUEMEKA NNAMDI/FUNDING
2024-04-09 - 240000.00 spend | NIP CR/EZE NNAMDI CHUKWUEMEKA/ZENITH
2024-04-26 + 42000.00 income | NIP/ACCESS/OKONJO WEDS 2024/band 2 sets
2024-05-06 + 250000.00 none:own | NIP/ZENITH/MR EZE NNAMDI/FUNDING
2024-05-08 - 245000.00 spend | NIP CR/EZE NNAMDI CHUKWUEMEKA/ZENITH
`,
  },
  {
    name: 'maiden-name-at-the-old-bank',
    holder: 'JANET AMAKA OKORO',
    why:
      'Bello Janet Amaka is her account from before the wedding: both given names agree and money ' + 'goes both ways.',
    lines: `
2023-05-02 + 60000.00 none:own | NIP/FBN/BELLO JANET AMAKA/from first bank
2023-05-29 + 99000.00 salary | NIP/HERITAGE/ROYAL CRECHE AND NURSERY/MAY PAYROLL
2023-06-01 - 40000.00 spend | NIP CR/BELLO JANET AMAKA/FBN
2023-06-05 + 60000.00 none:own | NIP/FBN/BELLO JANET AMAKA/from first bank
2023-06-28 + 99000.00 salary | NIP/HERITAGE/ROYAL CRECHE AND NURSERY/JUNE PAYROLL
2023-07-01 - 40000.00 spend | NIP CR/BELLO JANET AMAKA/FBN
2023-07-04 + 60000.00 none:own | NIP/FBN/BELLO JANET AMAKA/from first bank
2023-07-28 + 99000.00 salary | NIP/HERITAGE/ROYAL CRECHE AND NURSERY/JULY PAYROLL
2023-08-02 + 25000.00 open:no-salary | NIP/GTB/OKORO VICTOR/soup money
2023-08-03 - 40000.00 spend | NIP CR/BELLO JANET AMAKA/FBN
2023-08-29 + 99000.00 salary | NIP/HERITAGE/ROYAL CRECHE AND NURSERY/AUG PAYROLL
`,
  },
  {
    name: 'self-to-self-wallets',
    holder: 'Babatunde Quadri Alli',
    why:
      'Monthly transfers to and from his own wallets are neither income nor recurring debt. Phone ' +
      'sales are income.',
    lines: `
2024-06-01 - 30000.00 spend | Transfer to BABATUNDE QUADRI ALLI | PalmPay | 70***4455
2024-06-08 + 30000.00 none:own | Transfer from ALLI BABATUNDE QUADRI | PalmPay | 70***4455
2024-06-12 + 65000.00 income | Transfer from CLETUS OBI | UBA | 21***8790 | tecno spark
2024-07-01 - 30000.00 spend | Transfer to BABATUNDE QUADRI ALLI | PalmPay | 70***4455
2024-07-08 + 30000.00 none:own | Transfer from ALLI BABATUNDE QUADRI | PalmPay | 70***4455
2024-07-22 + 48000.00 income | Transfer from FATAI SURAJ | GTBank | 01***2231 | infinix
2024-08-01 - 30000.00 spend | Transfer to BABATUNDE QUADRI ALLI | PalmPay | 70***4455
2024-08-08 + 30000.00 none:own | Transfer from ALLI BABATUNDE QUADRI | PalmPay | 70***4455
2024-08-17 + 82000.00 income | Transfer from EMMA GADGETS | Zenith | 10***7654 | 2 phones
2024-09-01 - 30000.00 spend | Transfer to BABATUNDE QUADRI ALLI | PalmPay | 70***4455
2024-09-08 + 30000.00 none:own | Transfer from ALLI BABATUNDE QUADRI | PalmPay | 70***4455
`,
  },
  {
    name: 'equal-gift-from-ade-bola',
    holder: 'TITILOPE REBECCA AJAYI',
    why: 'Ade Bola sends 50,000 upkeep each month. A person without any sign of work is no employer.',
    lines: `
2024-01-28 + 50000.00 open:no-salary | NIP/ZENITH/ADE BOLA/upkeep
2024-02-03 - 15000.00 spend | POS PRCH UNILAG SHOPPING COMPLEX
2024-02-10 + 7500.00 income | NIP/OPAY/SIMISOLA DADA/wig revamp
2024-02-28 + 50000.00 open:no-salary | NIP/ZENITH/ADE BOLA/upkeep
2024-03-09 + 10000.00 income | NIP/KUDA/ENIOLA AKANBI/frontal install
2024-03-28 + 50000.00 open:no-salary | NIP/ZENITH/ADE BOLA/upkeep
2024-04-13 - 18000.00 spend | POS PRCH UNILAG SHOPPING COMPLEX
2024-04-28 + 50000.00 open:no-salary | NIP/ZENITH/ADE BOLA/upkeep
2024-05-28 + 50000.00 open:no-salary | NIP/ZENITH/ADE BOLA/upkeep
2024-06-01 + 12000.00 income | NIP/WEMA/DAMILOLA PETERS/braids home service
`,
  },
  {
    name: 'equal-credits-from-a-person-without-remark',
    holder: 'CHUKA MARTINS OBIORA',
    why:
      'The same person, the same sum, the same day, no remark at all: could be rent, gift or ' +
      'support, but no salary.',
    lines: `
2024-03-01 + 80000.00 open:no-salary | NIP/FIDELITY/OBINNA JUDE EKWUEME/
2024-03-30 + 143000.00 salary | NIP/UNION/ENUGU COAL CITY HOTELS/MAR SAL
2024-04-01 + 80000.00 open:no-salary | NIP/FIDELITY/OBINNA JUDE EKWUEME/
2024-04-29 + 143000.00 salary | NIP/UNION/ENUGU COAL CITY HOTELS/APR SAL
2024-05-02 + 80000.00 open:no-salary | NIP/FIDELITY/OBINNA JUDE EKWUEME/
2024-05-05 - 9000.00 spend | POS PRCH ROBAN STORES ENUGU
2024-05-30 + 143000.00 salary | NIP/UNION/ENUGU COAL CITY HOTELS/MAY SAL
2024-06-03 + 80000.00 open:no-salary | NIP/FIDELITY/OBINNA JUDE EKWUEME/
2024-06-12 - 11500.00 spend | POS PRCH ROBAN STORES ENUGU
2024-06-28 + 143000.00 salary | NIP/UNION/ENUGU COAL CITY HOTELS/JUN SAL
`,
  },
  {
    name: 'husband-feeding-money',
    holder: 'HADIZA BELLO SHEHU',
    why:
      'House-keeping of the husband, weekly and monthly, is a household transfer and no wage; the ' +
      'catering is income.',
    lines: `
2024-04-05 + 20000.00 open:no-salary | NIP/ACCESS/SHEHU BELLO TANKO/feeding for the week
2024-04-12 + 20000.00 open:no-salary | NIP/ACCESS/SHEHU BELLO TANKO/feeding for the week
2024-04-13 - 18500.00 spend | POS PRCH MONDAY MARKET MAIDUGURI
2024-04-19 + 20000.00 open:no-salary | NIP/ACCESS/SHEHU BELLO TANKO/feeding for the week
2024-04-26 + 20000.00 open:no-salary | NIP/ACCESS/SHEHU BELLO TANKO/feeding for the week
2024-04-28 + 35000.00 income | NIP/JAIZ/BORNO WOMEN FORUM/lunch packs 35
2024-05-03 + 20000.00 open:no-salary | NIP/ACCESS/SHEHU BELLO TANKO/feeding for the week
2024-05-04 - 19000.00 spend | POS PRCH MONDAY MARKET MAIDUGURI
2024-05-10 + 20000.00 open:no-salary | NIP/ACCESS/SHEHU BELLO TANKO/feeding for the week
2024-05-17 + 20000.00 open:no-salary | NIP/ACCESS/SHEHU BELLO TANKO/feeding for the week
2024-05-24 + 20000.00 open:no-salary | NIP/ACCESS/SHEHU BELLO TANKO/feeding for the week
2024-06-01 + 27000.00 income | NIP/GTB/ZARA KYARI/naming ceremony snacks
`,
  },
  {
    name: 'son-and-fathers-namesakes',
    holder: 'EMMANUEL IDOWU OGUNBANJO',
    why: 'Father and customers share one name part with him; one shared name is not an own transfer.',
    lines: `
2024-02-02 + 45000.00 income | NIP/WEMA/EMMANUEL OKEREKE/2 office tables
2024-02-20 + 25000.00 open:no-salary | NIP/FCMB/OGUNBANJO ADELEKE/from daddy
2024-03-01 + 120000.00 income | NIP/GTB/IDOWU FURNITURE WORLD/kitchen cabinet part
2024-03-07 - 60000.00 spend | NIP CR/SAPELE TIMBER MARKET/planks/FBN
2024-03-20 + 25000.00 open:no-salary | NIP/FCMB/OGUNBANJO ADELEKE/from daddy
2024-04-04 + 38000.00 income | NIP/OPAY/EMMANUEL SUNDAY/door frame balance
2024-04-15 + 15000.00 none:own | NIP/KUDA/EMMANUEL IDOWU OGUNBANJO/
2024-04-22 + 25000.00 open:no-salary | NIP/FCMB/OGUNBANJO ADELEKE/from daddy
2024-05-09 + 90000.00 income | NIP/GTB/IDOWU FURNITURE WORLD/cabinet final
`,
  },
];
