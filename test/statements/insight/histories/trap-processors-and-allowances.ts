import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'widow-with-survivor-annuity',
    why: 'An insurer and a state pension office pay her each month; her shop sells a little.',
    holder: 'RACHEL TORKUMA',
    lines: `
      2024-02-01 + 31500.00 salary | NIP/FCMB/EVERGREEN LIFE INSURANCE CO/RETIREE LIFE ANNUITY FEB
      2024-02-20 + 18240.00 salary | CIB/BULK/BENUE STATE PENSION BUREAU/FEB 2024
      2024-03-01 + 31500.00 salary | NIP/FCMB/EVERGREEN LIFE INSURANCE CO/RETIREE LIFE ANNUITY MAR
      2024-03-09 + 3500.00 income | NIP/OPAY/DOOFAN TYOKA/2 bottles of oil
      2024-03-21 + 18240.00 salary | CIB/BULK/BENUE STATE PENSION BUREAU/MAR 2024
      2024-04-02 + 31500.00 salary | NIP/FCMB/EVERGREEN LIFE INSURANCE CO/RETIREE LIFE ANNUITY APR
      2024-04-22 + 18240.00 salary | CIB/BULK/BENUE STATE PENSION BUREAU/APR 2024`,
  },
  {
    name: 'designer-on-payslips',
    why: 'The employer uses several processors; only the remark shows pay and the employer.',
    holder: 'TOKUNBO EDUN',
    lines: `
      2024-05-30 + 305000.00 salary | NIP/TITAN/PAYSTACK-TITAN/Payslip May 2024 Quadrant Studio
      2024-06-13 + 9800.00 income | NIP/TITAN/PAYSTACK-TITAN/Settlement template store
      2024-06-28 + 305000.00 salary | NIP/TITAN/PAYSTACK-TITAN/Payslip June 2024 Quadrant Studio
      2024-07-30 + 305000.00 salary | NIP/WEMA/FLUTTERWAVE TECH/Quadrant Studio July salary
      2024-08-29 + 320000.00 salary | NIP/WEMA/FLUTTERWAVE TECH/Quadrant Studio August salary`,
  },
  {
    name: 'academic-with-supervision-pay',
    why: 'A college pays salary, and claims for extra teaching, which are pay of the employer too.',
    holder: 'DR SALAMATU IDRIS',
    lines: `
      2024-03-25 + 221400.00 salary | FGN/GIFMIS/FCE KATSARI MAR SAL/SALAMATU IDRIS
      2024-04-10 + 48000.00 salary | NIP/UNITY/FED COLL OF EDU KATSARI/TEACHING PRACTICE ALLOWANCE
      2024-04-24 + 221400.00 salary | FGN/GIFMIS/FCE KATSARI APR SAL/SALAMATU IDRIS
      2024-05-15 + 30000.00 salary | NIP/UNITY/FED COLL OF EDU KATSARI/EXAM SUPERVISION ALLOWANCE
      2024-05-24 + 221400.00 salary | FGN/GIFMIS/FCE KATSARI MAY SAL/SALAMATU IDRIS
      2024-06-11 + 12000.00 income | NIP/GTB/HALIMA BALA/project typing`,
  },
  {
    name: 'staff-of-a-shop-without-remarks',
    why: 'A shop pays on the last working day with the bank text only, twice rounded down for missing stock.',
    holder: 'PRISCA OHAKA',
    lines: `
      2024-01-31 + 45000.00 salary | NIP:NWAFOR PLASTICS AND BOWLS-
      2024-02-29 + 45000.00 salary | NIP:NWAFOR PLASTICS AND BOWLS-
      2024-03-30 + 38500.00 salary | NIP:NWAFOR PLASTICS AND BOWLS-
      2024-04-30 + 45000.00 salary | NIP:NWAFOR PLASTICS AND BOWLS-
      2024-05-31 + 41000.00 salary | NIP:NWAFOR PLASTICS AND BOWLS-
      2024-06-29 + 45000.00 salary | NIP:NWAFOR PLASTICS AND BOWLS-`,
  },
  {
    name: 'intern-then-full-staff',
    why: 'A firm pays a stipend for three months, then a salary twice as high.',
    holder: 'MICHAEL ETTA',
    lines: `
      2024-01-30 + 50000.00 salary | 000013240130/CREDO AUDIT FIRM/INTERN JAN
      2024-02-28 + 50000.00 salary | 000013240228/CREDO AUDIT FIRM/INTERN FEB
      2024-03-28 + 50000.00 salary | 000013240328/CREDO AUDIT FIRM/INTERN MAR
      2024-04-29 + 130000.00 salary | 000013240429/CREDO AUDIT FIRM/SAL APR
      2024-05-30 + 130000.00 salary | 000013240530/CREDO AUDIT FIRM/SAL MAY
      2024-06-28 + 130000.00 salary | 000013240628/CREDO AUDIT FIRM/SAL JUN
      2024-07-02 + 25000.00 none:refund | 000013240702/CREDO AUDIT FIRM/REFUND OF HOTEL BILL KANO`,
  },
  {
    name: 'house-help-paid-by-madam',
    why: 'Madam pays with words that she spells as she likes; her birthday gift and shopping money are not pay.',
    holder: 'ITORO BASSEY',
    lines: `
      2024-03-31 + 40000.00 salary | Transfer from ADUNOLA SMITH | Access Bank | 00***2201 | salry 4 march
      2024-04-14 + 15000.00 none:passed-on | Transfer from ADUNOLA SMITH | Access Bank | 00***2201 | pls buy gas
      2024-04-14 - 15000.00 spend | Transfer to TOTAL GAS PLANT | Wema | 01***2211
      2024-04-30 + 40000.00 salary | Transfer from ADUNOLA SMITH | Access Bank | 00***2201 | salry 4 april
      2024-05-31 + 40000.00 salary | Transfer from ADUNOLA SMITH | Access Bank | 00***2201 | may salary
      2024-06-10 + 10000.00 income | Transfer from ADUNOLA SMITH | Access Bank | 00***2201 | for your birthday
      2024-06-30 + 45000.00 salary | Transfer from ADUNOLA SMITH | Access Bank | 00***2201 | june salary`,
  },
  {
    name: 'shares-surname-with-employer',
    why: 'The firm has her surname and is of her uncle; the monthly pay is pay all the same.',
    holder: 'NGOZI OBIDIKE',
    lines: `
      2024-02-28 + 75000.00 salary | NIP/ZENITH/OBIDIKE MOTORS NIG LTD/Feb salary Ngozi
      2024-03-28 + 75000.00 salary | NIP/ZENITH/OBIDIKE MOTORS NIG LTD/Mar salary Ngozi
      2024-04-27 + 75000.00 salary | NIP/ZENITH/OBIDIKE MOTORS NIG LTD/Apr salary Ngozi
      2024-05-06 + 20000.00 income | NIP/ZENITH/OBIDIKE EMMANUEL/from uncle
      2024-05-29 + 75000.00 salary | NIP/ZENITH/OBIDIKE MOTORS NIG LTD/May salary Ngozi`,
  },
  {
    name: 'election-and-census-work',
    why: 'A public body pays once for ad hoc work: officers differ on salary; his wage is from a mill.',
    holder: 'ABUBAKAR SANI',
    lines: `
      2023-01-27 + 58000.00 salary | NIP/UNION/TAURUS FLOUR MILLS/JAN 23
      2023-02-27 + 58000.00 salary | NIP/UNION/TAURUS FLOUR MILLS/FEB 23
      2023-03-08 + 24500.00 open:income | RMT/INDEPENDENT NATIONAL ELECTORAL COMMISSION/ADHOC STAFF ALLOWANCE
      2023-03-28 + 58000.00 salary | NIP/UNION/TAURUS FLOUR MILLS/MAR 23
      2023-04-28 + 58000.00 salary | NIP/UNION/TAURUS FLOUR MILLS/APR 23`,
  },
  {
    name: 'betting-agent-names-and-winnings',
    why: 'Winnings come by agents and wallets; stakes go out. A shop assistant pay comes monthly.',
    holder: 'COLLINS IGHO',
    lines: `
      2024-04-29 + 50000.00 salary | NIP/FBN/SAPELE PHONES AND ACCESSORIES/april payment
      2024-05-04 + 75000.00 none:betting | NIP/OPAY/BET9JA SHOP 0442/payout ticket
      2024-05-11 - 10000.00 spend | SPORTYBET DEPOSIT 0803
      2024-05-12 + 41000.00 none:betting | SPORTYBET WITHDRAWAL 0803
      2024-05-30 + 50000.00 salary | NIP/FBN/SAPELE PHONES AND ACCESSORIES/may payment
      2024-06-08 + 22000.00 none:betting | NIP/KUDA/BETWAY NIGERIA/credit
      2024-06-28 + 50000.00 salary | NIP/FBN/SAPELE PHONES AND ACCESSORIES/june payment`,
  },
  {
    name: 'estate-agent-holds-money',
    why: 'Rent of others passes through him to landlords; his agency fee is income.',
    holder: 'JOSHUA PEPPLE',
    lines: `
      2024-02-05 + 600000.00 none:passed-on | NIP/GTB/TAMUNO BRIGGS/rent for Chief Horsfall flat
      2024-02-06 - 600000.00 spend | NIP CR/CHIEF HORSFALL OPUBO/FBN/rent of Briggs
      2024-02-06 + 60000.00 income | NIP/GTB/TAMUNO BRIGGS/agency fee
      2024-03-11 + 45000.00 income | NIP/UBA/ALALI DOKUBO/agent fee shop
      2024-04-15 + 70000.00 income | NIP/ACCESS/SOKARI JACK/legal and agency`,
  },
  {
    name: 'crypto-and-gift-card-seller',
    why: 'Buyers pay for coins and cards in many sums: sales. The wallet of the exchange is his own money back.',
    holder: 'HENRY AZUBUIKE',
    lines: `
      2024-01-08 + 85000.00 income | NIP/OPAY/VICTOR OSAS/
      2024-01-09 + 42000.00 income | NIP/KUDA/EMMA TOR/p2p
      2024-01-15 - 120000.00 spend | NIP CR/ADAMU LIMAN/ZENITH/p2p
      2024-02-02 + 66000.00 income | NIP/PALMPAY/GOLD CARDHUB LTD/card trade
      2024-02-19 + 91000.00 income | NIP/OPAY/RUTH ABEL/
      2024-03-05 + 73000.00 income | NIP/PALMPAY/GOLD CARDHUB LTD/card trade`,
  },
  {
    name: 'farmer-group-and-grant',
    why: 'A government programme pays a grant once; produce buyers pay; the group returns dues.',
    holder: 'LADI MAGAJI',
    lines: `
      2024-02-14 + 150000.00 open:no-salary | RMT/NATIONAL FADAMA PROGRAMME/GRANT TRANCHE 1
      2024-03-01 + 48000.00 income | NIP/JAIZ/ALHAJI TIJANI/12 bags maize
      2024-04-09 + 52000.00 income | NIP/JAIZ/ALHAJI TIJANI/13 bags maize
      2024-04-18 + 30000.00 none:savings | NIP/BOA/GYADI WOMEN COOP SOCIETY/share out
      2024-05-20 + 64000.00 income | NIP/UBA/GRAINLINE LTD/soya beans 8 bags`,
  },
];
