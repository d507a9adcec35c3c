import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'whole-pay-moved-to-the-other-bank',
    holder: 'STEPHEN OHIARE ADAVIZE',
    why:
      'He moves his whole pay to his other bank next day: it went to himself, not back to the ' +
      'payer. Still a salary.',
    lines: `
2024-01-26 + 143200.00 salary | NIP/FBN/CONFLUENCE WATER BOARD/JAN SALARY
2024-01-27 - 143000.00 spend | NIP CR/ADAVIZE STEPHEN OHIARE/KUDA
2024-02-27 + 143200.00 salary | NIP/FBN/CONFLUENCE WATER BOARD/FEB SALARY
2024-02-28 - 143000.00 spend | NIP CR/ADAVIZE STEPHEN OHIARE/KUDA
2024-03-27 + 143200.00 salary | NIP/FBN/CONFLUENCE WATER BOARD/MAR SALARY
2024-03-28 - 143000.00 spend | NIP CR/ADAVIZE STEPHEN OHIARE/KUDA
2024-04-26 + 143200.00 salary | NIP/FBN/CONFLUENCE WATER BOARD/APR SALARY
2024-04-27 - 143000.00 spend | NIP CR/ADAVIZE STEPHEN OHIARE/KUDA
`,
  },
  {
    name: 'pay-handed-to-the-wife',
    holder: 'ALOYSIUS TERKIMBI',
    why: 'The pay goes to the wife within a day, nearly whole. What he does with his pay does not ' + 'unmake it.',
    lines: `
2024-05-28 + 90000.00 salary | NIP/UBA/MIDDLE BELT FEEDS LTD/TERKIMBI A
2024-05-29 - 89500.00 open | NIP CR/TERKIMBI DOOSHIMA/FBN
2024-06-27 + 90000.00 salary | NIP/UBA/MIDDLE BELT FEEDS LTD/TERKIMBI A
2024-06-28 - 89500.00 open | NIP CR/TERKIMBI DOOSHIMA/FBN
2024-07-29 + 90000.00 salary | NIP/UBA/MIDDLE BELT FEEDS LTD/TERKIMBI A
2024-07-31 - 60000.00 open | NIP CR/TERKIMBI DOOSHIMA/FBN
2024-08-28 + 90000.00 salary | NIP/UBA/MIDDLE BELT FEEDS LTD/TERKIMBI A
2024-08-28 - 85000.00 open | NIP CR/TERKIMBI DOOSHIMA/FBN
`,
  },
  {
    name: 'trader-pays-supplier-the-same-day',
    holder: 'AMINA LAMI YARO',
    why:
      'A buyer pays and she pays her supplier about the same: gross sales of a trader stay ' +
      'income, a small change too.',
    lines: `
2024-02-07 + 250000.00 income | NIP/ACCESS/SURAJO GENERAL STORES/50 bags cement
2024-02-07 - 241000.00 spend | NIP CR/BUA DEPOT GUSAU/CEMENT/ZENITH
2024-02-20 + 125000.00 income | NIP/FBN/ENGR BITRUS DABO/25 bags cement
2024-02-21 - 5000.00 spend | NIP CR/ENGR BITRUS DABO/change 1 bag short/FBN
2024-03-06 + 310000.00 income | NIP/ACCESS/SURAJO GENERAL STORES/60 bags cement
2024-03-06 - 298000.00 spend | NIP CR/BUA DEPOT GUSAU/CEMENT/ZENITH
2024-03-25 + 77500.00 income | NIP/JAIZ/MALAM LAWALI/15 bags
2024-04-09 + 260000.00 income | NIP/ACCESS/SURAJO GENERAL STORES/50 bags cement
2024-04-10 - 249500.00 spend | NIP CR/BUA DEPOT GUSAU/CEMENT/ZENITH
`,
  },
  {
    name: 'excess-pay-returned-to-the-firm',
    holder: 'MERCY EKAETTE INYANG',
    why:
      'June pay was too high; she sends the excess back next day. A small part returned does not ' +
      'make it circular.',
    lines: `
2024-04-30 + 84000.00 salary | NIP/ZENITH/QUA IBOE MARINE LTD/APRIL WAGES
2024-05-31 + 84000.00 salary | NIP/ZENITH/QUA IBOE MARINE LTD/MAY WAGES
2024-06-28 + 96000.00 salary | NIP/ZENITH/QUA IBOE MARINE LTD/JUNE WAGES
2024-06-29 - 12000.00 spend | NIP CR/QUA IBOE MARINE LTD/excess june/ZENITH
2024-07-31 + 84000.00 salary | NIP/ZENITH/QUA IBOE MARINE LTD/JULY WAGES
2024-08-03 - 6000.00 spend | POS PRCH AKPAN ANDEM MARKET UYO
2024-08-30 + 84000.00 salary | NIP/ZENITH/QUA IBOE MARINE LTD/AUG WAGES
`,
  },
  {
    name: 'remote-worker-through-deel',
    holder: 'Somtochukwu Iris Anene',
    why:
      'A foreign company pays through Deel each month: income for sure; contractor or salary is a ' +
      'matter of opinion.',
    lines: `
2024-03-04 + 1180400.00 open:income | DEEL INC WITHDRAWAL VIA GREY/ANENE SOMTOCHUKWU/FX 1311
2024-03-05 - 300000.00 spend | RISEVEST FUNDING USD PLAN
2024-04-03 + 1022000.00 open:income | DEEL INC WITHDRAWAL VIA GREY/ANENE SOMTOCHUKWU/FX 1135
2024-04-05 - 300000.00 spend | RISEVEST FUNDING USD PLAN
2024-05-03 + 1250900.00 open:income | DEEL INC WITHDRAWAL VIA GREY/ANENE SOMTOCHUKWU/FX 1390
2024-05-07 - 300000.00 spend | RISEVEST FUNDING USD PLAN
2024-05-20 + 410000.00 none:savings | RISEVEST WITHDRAWAL FIXED INCOME PLAN
2024-06-04 + 1301800.00 open:income | DEEL INC WITHDRAWAL VIA GREY/ANENE SOMTOCHUKWU/FX 1446
`,
  },
  {
    name: 'dispatch-rider-equal-weeks',
    holder: 'KOLAWOLE IDRIS BELLO',
    why: 'A delivery app pays out each Monday, nearly equal: earnings of a gig, not wages; a tip is ' + 'a gift.',
    lines: `
2024-09-02 + 24000.00 income | NIP/VFD/CHOWDECK LOGISTICS/RIDER PAYOUT WK35
2024-09-09 + 23500.00 income | NIP/VFD/CHOWDECK LOGISTICS/RIDER PAYOUT WK36
2024-09-11 + 1000.00 open:no-salary | NIP/GTB/ANITA O/tip for rider thanks
2024-09-16 + 24500.00 income | NIP/VFD/CHOWDECK LOGISTICS/RIDER PAYOUT WK37
2024-09-18 - 7000.00 spend | POS PRCH BOVAS FILLING STATION
2024-09-23 + 24000.00 income | NIP/VFD/CHOWDECK LOGISTICS/RIDER PAYOUT WK38
2024-09-30 + 22800.00 income | NIP/VFD/CHOWDECK LOGISTICS/RIDER PAYOUT WK39
2024-10-07 + 24000.00 income | NIP/VFD/CHOWDECK LOGISTICS/RIDER PAYOUT WK40
2024-10-14 + 25200.00 income | NIP/VFD/CHOWDECK LOGISTICS/RIDER PAYOUT WK41
2024-11-04 + 24000.00 income | NIP/VFD/CHOWDECK LOGISTICS/RIDER PAYOUT WK44
`,
  },
  {
    name: 'no-name-on-the-statement',
    why:
      'The statement prints no holder. Transfers that call themselves own account, and the wallet ' +
      'fundings, are his own.',
    lines: `
2024-03-04 + 45000.00 none:own | USSD TRF OWN ACCOUNT 737 FROM SAVINGS
2024-03-11 + 20000.00 income | NIBSS USSD TRANSFER FROM NASIR GWARZO 4 YARDS SHADDA
2024-03-28 + 101000.00 salary | NIBSS/DALA FOODS NIGERIA LTD/SALARY FOR MARCH
2024-04-04 + 45000.00 none:own | USSD TRF OWN ACCOUNT 737 FROM SAVINGS
2024-04-15 + 16000.00 income | NIBSS USSD TRANSFER FROM HAUWA ISA 3 YARDS
2024-04-29 + 101000.00 salary | NIBSS/DALA FOODS NIGERIA LTD/SALARY FOR APRIL
2024-05-06 + 45000.00 none:own | TRANSFER BETWEEN OWN ACCOUNTS REF 88341
2024-05-28 + 101000.00 salary | NIBSS/DALA FOODS NIGERIA LTD/SALARY FOR MAY
2024-06-04 + 45000.00 none:own | SELF TRANSFER FROM DOM ACCOUNT CONVERSION
`,
  },
  {
    name: 'student-with-pocket-money',
    holder: 'PRECIOUS UGOMMA EBERE',
    why:
      'Parents and an uncle send pocket money, hostel friends pay back; none is a salary. Making ' + 'hair is income.',
    lines: `
2024-01-15 + 30000.00 open:no-salary | NIP/FBN/EBERE DAMIAN/pocket money Jan
2024-01-20 - 30000.00 open | REMITA FUTO SCHOOL FEES PART
2024-02-15 + 30000.00 open:no-salary | NIP/FBN/EBERE DAMIAN/pocket money Feb
2024-02-18 + 5000.00 income | NIP/OPAY/JOY HOSTEL C/braiding
2024-02-27 + 2000.00 open:no-salary | NIP/PALMPAY/RITA IBE/the 2k I borrowed
2024-03-15 + 30000.00 open:no-salary | NIP/FBN/EBERE DAMIAN/pocket money Mar
2024-03-19 + 6500.00 income | NIP/OPAY/AMAKA NNEKA/million braids
2024-04-15 + 30000.00 open:no-salary | NIP/FBN/EBERE DAMIAN/pocket money Apr
2024-04-16 - 12000.00 spend | POS PRCH EZIOBODO STORES
`,
  },
  {
    name: 'draws-from-the-own-company',
    holder: 'TUNDE RAIMI LAWAL',
    why: 'His registered company pays him at will: officers differ. Consultancy for others is income.',
    lines: `
2024-02-09 + 150000.00 open | NIP/WEMA/LAWAL TUNDE ENTERPRISES/directors drawings
2024-02-23 + 95000.00 income | NIP/ZENITH/GREENHEART CONSULTING LTD/site survey invoice 7
2024-03-18 + 220000.00 open | NIP/WEMA/LAWAL TUNDE ENTERPRISES/directors drawings
2024-04-12 + 130000.00 income | NIP/ZENITH/GREENHEART CONSULTING LTD/site survey invoice 9
2024-04-30 + 80000.00 open | NIP/WEMA/LAWAL TUNDE ENTERPRISES/directors drawings
2024-05-02 - 65000.00 spend | NIP CR/RAIMI LAWAL TUNDE/ECO
2024-05-21 + 60000.00 income | NIP/FCMB/BARR KUNLE SOLANKE/survey plan copies
`,
  },
  {
    name: 'pepper-seller-small-credits',
    holder: 'SHERIFAT ABENI KAREEM',
    why: 'Many small transfers of customers, two of them nearly weekly from the same person: sales, ' + 'never wages.',
    lines: `
2024-06-01 + 3200.00 income | Transfer from MAMA TAWA | OPay | 80***9931
2024-06-01 + 1500.00 income | Transfer from OLAYEMI GBENGA | GTBank | 01***7742
2024-06-04 - 25000.00 spend | Transfer to MILE 12 TOMATO AGENT | UBA | 20***1109
2024-06-08 + 3200.00 income | Transfer from MAMA TAWA | OPay | 80***9931
2024-06-12 + 2100.00 income | Transfer from BISI CANTEEN | Moniepoint | 81***5520
2024-06-15 + 3500.00 income | Transfer from MAMA TAWA | OPay | 80***9931
2024-06-22 + 3200.00 income | Transfer from MAMA TAWA | OPay | 80***9931
2024-06-23 - 22000.00 spend | Transfer to MILE 12 TOMATO AGENT | UBA | 20***1109
2024-06-29 + 3000.00 income | Transfer from MAMA TAWA | OPay | 80***9931
2024-07-03 + 4000.00 income | Transfer from BISI CANTEEN | Moniepoint | 81***5520
2024-07-06 + 3200.00 income | Transfer from MAMA TAWA | OPay | 80***9931
2024-07-13 + 3200.00 income | Transfer from MAMA TAWA | OPay | 80***9931
2024-08-03 + 3300.00 income | Transfer from MAMA TAWA | OPay | 80***9931
`,
  },
];
