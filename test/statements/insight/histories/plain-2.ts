import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'state-school-principal',
    holder: 'AKPAN EMEM UDOH',
    why:
      'State government pay with a changing day and union deductions; no employer name, but the ' +
      'ministry code is stable.',
    lines: `
2023-10-31 + 96210.00 salary | AKSG SAL OCT 2023 SSEB/004412
2023-11-30 + 96210.00 salary | AKSG SAL NOV 2023 SSEB/004412
2023-12-14 + 96210.00 salary | AKSG SAL DEC 2023 SSEB/004412
2023-12-18 - 35000.00 spend | UBA ATM WD @ 10332-IKOT EKPENE RD UYO
2024-02-01 + 91400.00 salary | AKSG SAL JAN 2024 SSEB/004412
2024-02-03 - 12500.00 debt | TEACHERS MFB LOAN RPMT FEB
2024-03-01 + 91400.00 salary | AKSG SAL FEB 2024 SSEB/004412
2024-03-04 - 12500.00 debt | TEACHERS MFB LOAN RPMT MAR
2024-03-29 + 91400.00 salary | AKSG SAL MAR 2024 SSEB/004412
2024-04-03 - 12500.00 debt | TEACHERS MFB LOAN RPMT APR
2024-04-11 - 1500.00 spend | VTU RECHARGE 9MOBILE 08090000000
`,
  },
  {
    name: 'developer-paid-through-processor',
    holder: 'Uche Precious Nnamani',
    why: 'A payroll processor is the sender; the remark names the employer and the month.',
    lines: `
2021-07-30 + 380000.00 salary | NIP/STACK/Paystack/Salary payment for Jul 2021 By BRIGHTFIN LABS
2021-08-03 - 5200.00 spend | MC POS Intl- SPOTIFY
2021-08-31 + 380000.00 salary | NIP/STACK/Paystack/Salary payment for Aug 2021 By BRIGHTFIN LABS
2021-09-04 + 27000.00 income | NIP/STACK/Paystack/Payout to UCHE STORES settlement
2021-09-30 + 380000.00 salary | NIP/STACK/Paystack/Salary payment for Sep 2021 By BRIGHTFIN LABS
2021-10-12 - 90000.00 spend | NIP CR/SLOT SYSTEMS LTD/GTB
2021-10-29 + 380000.00 salary | NIP/STACK/Paystack/Salary payment for Oct 2021 By BRIGHTFIN LABS
2021-11-07 + 31500.00 income | NIP/STACK/Paystack/Payout to UCHE STORES settlement
2021-11-30 + 410000.00 salary | NIP/STACK/Paystack/Salary payment for Nov 2021 By BRIGHTFIN LABS
2021-12-01 - 4.00 spend | SMS Notification Charge Nov 2021
`,
  },
  {
    name: 'printer-paid-by-cheque',
    holder: 'OBASI FRANKLIN',
    why: 'A small firm pays by cheque each month end; the cheque line names the firm and the month.',
    lines: `
2023-03-02 + 70000.00 salary | CLG CHQ 00001841 DELUX PRINTERS FEB SAL
2023-04-03 + 70000.00 salary | CLG CHQ 00001902 DELUX PRINTERS MAR SAL
2023-04-10 - 15000.00 spend | CASH WDL BY OBASI FRANKLIN ABA MAIN
2023-05-03 + 70000.00 salary | CLG CHQ 00001977 DELUX PRINTERS APR SAL
2023-05-22 + 18000.00 income | CLG CHQ 00440012 OMOBA PARISH HARVEST CARDS JOB
2023-06-02 + 70000.00 salary | CLG CHQ 00002031 DELUX PRINTERS MAY SAL
2023-06-15 - 20000.00 spend | CASH WDL BY OBASI FRANKLIN ABA MAIN
2023-07-04 + 75000.00 salary | CLG CHQ 00002090 DELUX PRINTERS JUN SAL
2023-07-05 - 500.00 spend | COT CHARGES
`,
  },
  {
    name: 'salary-in-two-parts',
    holder: 'IBRAHIM AISHA BINTA',
    why: 'The employer pays basic on the 20th and allowances at the end: both parts are salary.',
    lines: `
2024-04-19 + 90000.00 salary | NIP/JAIZ/SAVANNAH AGRO MILLS/BASIC SALARY APR
2024-04-30 + 47500.00 salary | NIP/JAIZ/SAVANNAH AGRO MILLS/SALARY BALANCE APR
2024-05-02 - 30000.00 spend | NIP CR/IBRAHIM KHADIJA/JAIZ
2024-05-20 + 90000.00 salary | NIP/JAIZ/SAVANNAH AGRO MILLS/BASIC SALARY MAY
2024-05-31 + 47500.00 salary | NIP/JAIZ/SAVANNAH AGRO MILLS/SALARY BALANCE MAY
2024-06-11 - 9800.00 spend | POS PURCHASE SAHAD STORES KANO
2024-06-20 + 90000.00 salary | NIP/JAIZ/SAVANNAH AGRO MILLS/BASIC SALARY JUN
2024-06-28 + 47500.00 salary | NIP/JAIZ/SAVANNAH AGRO MILLS/SALARY BALANCE JUN
2024-07-19 + 90000.00 salary | NIP/JAIZ/SAVANNAH AGRO MILLS/BASIC SALARY JUL
2024-07-31 + 47500.00 salary | NIP/JAIZ/SAVANNAH AGRO MILLS/SALARY BALANCE JUL
2024-08-01 - 1000.00 spend | AIRTIME MTN 08060000001
`,
  },
  {
    name: 'tailor-girl-paid-by-madam',
    holder: 'NDUKWE BLESSING',
    why: 'A person pays, but she writes monthly pay each time and nothing goes back to her: an ' + 'employer.',
    lines: `
2024-01-31 + 40000.00 salary | Transfer from MADAM ROSE OKEKE | Moniepoint | 81***2209 | MONTHLY PAY JAN
2024-02-03 - 10000.00 spend | Transfer to NDUKWE PETER | OPay | 80***1212
2024-02-14 + 3000.00 open:no-salary | Transfer from CHINEDU OBI | PalmPay | 90***4410 | val
2024-03-01 + 40000.00 salary | Transfer from MADAM ROSE OKEKE | Moniepoint | 81***2209 | MONTHLY PAY FEB
2024-03-30 + 40000.00 salary | Transfer from MADAM ROSE OKEKE | Moniepoint | 81***2209 | MONTHLY PAY MAR
2024-04-05 - 1500.00 spend | Airtime MTN 07061234500
2024-05-02 + 40000.00 salary | Transfer from MADAM ROSE OKEKE | Moniepoint | 81***2209 | MONTHLY PAY APR
2024-06-01 + 42000.00 salary | Transfer from MADAM ROSE OKEKE | Moniepoint | 81***2209 | MONTHLY PAY MAY
2024-06-02 - 5000.00 spend | Transfer to NDUKWE PETER | OPay | 80***1212
`,
  },
  {
    name: 'driver-of-a-family',
    holder: 'SUNDAY EFFIONG',
    why: 'Domestic staff: a private person pays a driver, every month, with the word salary and the ' + 'job.',
    lines: `
2024-05-30 + 75000.00 salary | NIP/GTB/BALOGUN ADEBOLA FUNKE/driver salary May
2024-06-02 - 30000.00 spend | NIP CR/EFFIONG MARY/UBA
2024-06-15 + 6000.00 none:refund | NIP/GTB/BALOGUN ADEBOLA FUNKE/refund for fuel you bought
2024-06-29 + 75000.00 salary | NIP/GTB/BALOGUN ADEBOLA FUNKE/driver salary June
2024-07-31 + 75000.00 salary | NIP/GTB/BALOGUN ADEBOLA FUNKE/driver salary July
2024-08-01 - 30000.00 spend | NIP CR/EFFIONG MARY/UBA
2024-08-30 + 75000.00 salary | NIP/GTB/BALOGUN ADEBOLA FUNKE/driver salary Aug
2024-09-04 - 12000.00 spend | POS TRF CASH WITHDRAWAL AGENT OJODU
2024-09-30 + 80000.00 salary | NIP/GTB/BALOGUN ADEBOLA FUNKE/driver salary Sept
`,
  },
  {
    name: 'factory-hand-weekly',
    holder: 'OGUNLEYE TAIWO',
    why: 'Weekly wages of a factory, each Friday (Thursday before Good Friday).',
    lines: `
2024-03-01 + 18500.00 salary | NIP/POLARIS/SUNRISE PLASTICS IND/WK9 WAGES
2024-03-02 - 6000.00 spend | POS PRCH MILE 12 MARKET
2024-03-08 + 18500.00 salary | NIP/POLARIS/SUNRISE PLASTICS IND/WK10 WAGES
2024-03-15 + 18500.00 salary | NIP/POLARIS/SUNRISE PLASTICS IND/WK11 WAGES
2024-03-16 - 7000.00 spend | POS PRCH MILE 12 MARKET
2024-03-22 + 21250.00 salary | NIP/POLARIS/SUNRISE PLASTICS IND/WK12 WAGES + OT
2024-03-28 + 18500.00 salary | NIP/POLARIS/SUNRISE PLASTICS IND/WK13 WAGES
2024-04-05 + 18500.00 salary | NIP/POLARIS/SUNRISE PLASTICS IND/WK14 WAGES
2024-04-06 - 6500.00 spend | POS PRCH MILE 12 MARKET
2024-04-12 + 14800.00 salary | NIP/POLARIS/SUNRISE PLASTICS IND/WK15 WAGES
2024-04-19 + 18500.00 salary | NIP/POLARIS/SUNRISE PLASTICS IND/WK16 WAGES
2024-04-26 + 18500.00 salary | NIP/POLARIS/SUNRISE PLASTICS IND/WK17 WAGES
2024-05-03 + 18500.00 salary | NIP/POLARIS/SUNRISE PLASTICS IND/WK18 WAGES
`,
  },
  {
    name: 'site-mason-fortnightly',
    holder: 'AGBO SIMON O',
    why: 'A builder pays every second Saturday without any word: company, rhythm and amount say ' + 'wages.',
    lines: `
2024-01-13 + 52000.00 salary | NIP/ZENITH/CORNERSTONE BUILDERS LTD/AGBO SIMON
2024-01-15 - 15000.00 spend | POS CASH OUT MARARABA
2024-01-27 + 52000.00 salary | NIP/ZENITH/CORNERSTONE BUILDERS LTD/AGBO SIMON
2024-02-10 + 52000.00 salary | NIP/ZENITH/CORNERSTONE BUILDERS LTD/AGBO SIMON
2024-02-24 + 48000.00 salary | NIP/ZENITH/CORNERSTONE BUILDERS LTD/AGBO SIMON
2024-02-26 - 20000.00 spend | NIP CR/AGBO COMFORT/FBN
2024-03-09 + 52000.00 salary | NIP/ZENITH/CORNERSTONE BUILDERS LTD/AGBO SIMON
2024-03-23 + 52000.00 salary | NIP/ZENITH/CORNERSTONE BUILDERS LTD/AGBO SIMON
2024-03-30 + 9000.00 income | NIP/ACCESS/ENGR UMEH PASCAL/plastering of fence
2024-04-06 + 52000.00 salary | NIP/ZENITH/CORNERSTONE BUILDERS LTD/AGBO SIMON
2024-04-20 + 52000.00 salary | NIP/ZENITH/CORNERSTONE BUILDERS LTD/AGBO SIMON
`,
  },
];
